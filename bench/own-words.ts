/**
 * Questions in a person's own words over ordinary documents: how many are answered right, answered wrong and refused, and how
 * many of those that the document does not answer are refused. Usage:
 *
 *     node bench/own-words.ts [--words] [--verbose] [--only <set>]
 *
 * Asks the built-in answerer in this process, with the encoder of the package, or with `--words` without one. The folder of
 * another encoder is `HEADWATER_EMBEDDING_MODEL`. Beside each document, the questions of the others are asked of it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type QuestionSet, readArticles, readOwnTexts } from "./corpora/question-set.ts";
import { createBuiltInAsker } from "./support/askers.ts";
import { openMeaning } from "./support/meaning.ts";
import { readMarkdown } from "./support/read-markdown.ts";
import { type Figure, printReport } from "./support/report.ts";
import type { Asker } from "./support/score-answers.ts";

const { values: options } = parseArgs({
  options: { words: { type: "boolean" }, verbose: { type: "boolean" }, only: { type: "string" } },
});
const folder = join(import.meta.dirname, "corpora/own-words");
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const names = ["staff-guide", "heat-pump", "minutes", "faq-en", "faq-de", "clinic-faq"];
/** Questions of each other document that are asked of one. */
const foreignEach = 8;
/** Of the articles, every so many questions. */
const everyOfArticles = 4;

async function readSet(name: string): Promise<QuestionSet> {
  const truth = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as {
    document: string;
    answerable: { question: string; span: string; paragraph: string }[];
    unanswerable: string[];
  };
  const file = await readFile(join(folder, truth.document), "utf8");
  return {
    name,
    fileName: `${name}.md`,
    file,
    elements: await readMarkdown(file),
    answerable: truth.answerable.map(({ span, ...asked }) => ({ ...asked, spans: span.split("|") })),
    unanswerable: truth.unanswerable,
  };
}

const thinned = (set: QuestionSet): QuestionSet => ({
  ...set,
  answerable: set.answerable.filter((_, index) => index % everyOfArticles === 0),
  unanswerable: set.unanswerable.filter((_, index) => index % everyOfArticles === 0),
});

const meaning = options.words
  ? undefined
  : await openMeaning(
      process.env.HEADWATER_EMBEDDING_MODEL ??
        join(import.meta.dirname, "../packages/encoder/all-minilm-l6-v2"),
    );
const articles = await readArticles(join(corpora, "questions/squad-two-articles.json"));
const sets = [
  ...(await Promise.all(names.map(readSet))),
  ...(await readOwnTexts()),
  ...articles.map(thinned),
];
const plain = (text: string): string => text.replace(/[\s\u2060]+/g, " ").toLowerCase();

async function figureOf(set: QuestionSet): Promise<Figure> {
  const ask: Asker = createBuiltInAsker([set], meaning);
  const note = (verdict: string, question: string, said: string) => {
    if (options.verbose) console.log(`${set.name} | ${verdict} | ${question} → ${said}`);
  };
  let [right, wrong] = [0, 0];
  for (const { question, spans } of set.answerable) {
    const said = (await ask(question)).map(({ text }) => text).join(" / ");
    const isRight = spans.some((span) => plain(said).includes(plain(span)));
    if (isRight) right += 1;
    else if (said !== "") wrong += 1;
    note(isRight ? "right" : said === "" ? `REFUSED (${spans[0]})` : `WRONG (${spans[0]})`, question, said);
  }
  const refusedOf = async (questions: string[], what: string) => {
    let refused = 0;
    for (const question of questions) {
      const said = (await ask(question)).map(({ text }) => text).join(" / ");
      if (said === "") refused += 1;
      note(said === "" ? `refused ${what}` : `ANSWERED ${what}`, question, said);
    }
    return `${refused} of ${questions.length}`;
  };
  const near = await refusedOf(set.unanswerable, "near");
  const foreign = sets
    .filter((other) => other !== set && other.name !== "faq-de")
    .flatMap(({ answerable }) => answerable.slice(0, foreignEach).map(({ question }) => question));
  const asked = set.answerable.length;
  return {
    what: `${set.name}, ${asked} questions`,
    measured: `right ${right}, wrong ${wrong}, refused ${asked - right - wrong}; not answered there: refused ${near}; of other documents: refused ${await refusedOf(foreign, "foreign")}`,
  };
}

const figures: Figure[] = [];
for (const set of sets.filter(({ name }) => !options.only || name.includes(options.only)))
  figures.push(await figureOf(set));
await meaning?.save();
printReport(figures);
