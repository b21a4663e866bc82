/**
 * How often the built-in answerer is right, and how often it says that it can't answer when it can't. Usage:
 *
 *     node bench/answer-quality.ts [questions.json]
 *
 * The questions have the SQuAD 2 format: articles of paragraphs, and for each paragraph questions. The answer of a
 * question is a span, or the question is flagged `is_impossible`. Each paragraph is one element.
 * Retrieval is BM25 (k1 1.2, b 0.75) over the stemmed paragraphs.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtractiveAnswerer } from "../packages/server/src/adapters/builtin/extractive-answerer.ts";
import type { Passage, Statement } from "../packages/server/src/answering/answerer.ts";
import { termsOf } from "../packages/server/src/text/terms.ts";

type Query = { question: string; answers: { text: string }[]; is_impossible?: boolean };
type Article = { title: string; paragraphs: { context: string; qas: Query[] }[] };

const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const path = process.argv[2] ?? join(corpora, "questions/squad-two-articles.json");
const verbose = process.argv.includes("--verbose");
const topK = 20;

const { data } = JSON.parse(await readFile(path, "utf8")) as { data: Article[] };
const answerer = createExtractiveAnswerer();
const never = new AbortController().signal;

const passagesOf = (articles: Article[]): Passage[] =>
  articles.flatMap((article) =>
    article.paragraphs.map(({ context }, index) => ({
      fileId: article.title,
      fileName: `${article.title}.txt`,
      elementId: `${article.title} ${index}`,
      elementType: "NarrativeText",
      pageNumber: 1,
      sectionNumber: 1,
      sectionTitle: article.title.replaceAll("_", " "),
      text: context,
      score: 0,
    })),
  );

function createBm25(passages: Passage[]) {
  const documents = passages.map((passage) => termsOf(passage.text));
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const frequency = new Map<string, number>();
  for (const terms of documents)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return (question: string): Passage[] => {
    const wanted = new Set(termsOf(question));
    const scores = documents.map((terms) => {
      let score = 0;
      for (const term of wanted) {
        const tf = terms.filter((word) => word === term).length;
        const df = frequency.get(term) ?? 0;
        const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
        score += (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * terms.length) / average));
      }
      return score;
    });
    const best = Math.max(...scores, Number.MIN_VALUE);
    return passages
      .map((passage, index) => ({ ...passage, score: (scores[index] ?? 0) / best }))
      .filter((passage) => passage.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
  };
}

async function statementsFor(question: string, passages: Passage[]): Promise<Statement[]> {
  const statements: Statement[] = [];
  for await (const event of answerer({ question, history: [], passages, thinkingLevel: "accurate" }, never))
    if (event.type === "statement") statements.push(event.statement);
  return statements;
}

const share = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;

for (const [name, articles] of [
  ...data.map((article): [string, Article[]] => [article.title, [article]]),
  ["together", data] as [string, Article[]],
]) {
  const retrieve = createBm25(passagesOf(articles));
  let answerable = 0;
  let answered = 0;
  let gold = 0;
  let goldFirst = 0;
  let rightParagraph = 0;
  let impossible = 0;
  let refused = 0;
  let statementCount = 0;
  const started = performance.now();
  for (const article of articles) {
    for (const [index, { qas }] of article.paragraphs.entries()) {
      for (const { question, answers, is_impossible } of qas) {
        const passages = retrieve(question);
        const statements = await statementsFor(question, passages);
        if (is_impossible) {
          impossible += 1;
          if (statements.length === 0) refused += 1;
          else if (verbose) console.log("ANSWERED IMPOSSIBLE", question, "→", statements[0]?.text);
          continue;
        }
        answerable += 1;
        const [first] = statements;
        if (!first) {
          if (verbose) console.log("REFUSED", question, "→", answers[0]?.text);
          continue;
        }
        answered += 1;
        statementCount += statements.length;
        const has = (text: string) =>
          answers.some((answer) => text.includes(answer.text.replace(/\s+/g, " ")));
        if (has(first.text)) goldFirst += 1;
        if (statements.some(({ text }) => has(text))) gold += 1;
        else if (verbose) console.log("WRONG", question, "→", first.text, "| wanted", answers[0]?.text);
        if (passages[first.passages[0] ?? -1]?.elementId === `${article.title} ${index}`) rightParagraph += 1;
      }
    }
  }
  const asked = answerable + impossible;
  console.log(`\n${name}: ${asked} questions, ${((performance.now() - started) / asked).toFixed(1)} ms each`);
  console.log(`  answerable, answered                         ${share(answered, answerable)}`);
  console.log(`  … a cited sentence holds a gold answer       ${share(gold, answerable)}`);
  console.log(`  … the first cited sentence holds it          ${share(goldFirst, answerable)}`);
  console.log(`  … the first citation is the right paragraph  ${share(rightParagraph, answerable)}`);
  console.log(`  … of those answered, gold                    ${share(gold, answered)}`);
  console.log(`  statements an answer                         ${(statementCount / answered).toFixed(2)}`);
  console.log(`  flagged impossible, refused                  ${share(refused, impossible)}`);
}

for (const article of data) {
  const others = data.filter((other) => other !== article);
  if (others.length === 0) continue;
  const retrieve = createBm25(passagesOf(others));
  const questions = article.paragraphs.flatMap(({ qas }) => qas);
  let refused = 0;
  for (const { question } of questions) {
    const statements = await statementsFor(question, retrieve(question));
    if (statements.length === 0) refused += 1;
    else if (verbose) console.log("ANSWERED ABSENT", question, "→", statements[0]?.text);
  }
  console.log(`\n${article.title} asked of the other article: refused ${share(refused, questions.length)}`);
}
