/**
 * How good the answers are: whether they hold the right words and cite the right place, how long they are, what they
 * refuse, and whether questions that are headings of a document are answered by what is below. Usage:
 *
 *     node bench/answer-quality.ts [--service] [--verbose] [--only <set>]
 *
 * By default the built-in answerer is asked in this process, with plain BM25 as its search. With `--service` the built
 * service is asked over HTTP, with the models that the settings in the environment name.
 * The folder of the articles is `HEADWATER_CORPORA`, by default `../shared/corpora` beside the project.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type QuestionSet, readArticles, readFaqs, readOwnTexts } from "./corpora/question-set.ts";
import { createBuiltInAsker, withServiceAskers } from "./support/askers.ts";
import { refusalFigures } from "./support/refusal-figures.ts";
import { type Figure, printReport } from "./support/report.ts";
import { type AnswerScore, type Asker, createSentenceAsker, scoreAnswers } from "./support/score-answers.ts";

const { values: options } = parseArgs({
  options: { service: { type: "boolean" }, verbose: { type: "boolean" }, only: { type: "string" } },
});
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const note = options.verbose ? (line: string) => console.log(line) : undefined;
const isWanted = ({ name }: QuestionSet): boolean => !options.only || name.includes(options.only);

const articles = (await readArticles(join(corpora, "questions/squad-two-articles.json"))).filter(isWanted);
const ownTexts = (await readOwnTexts()).filter(isWanted);
const faqs = (await readFaqs()).filter(isWanted);

const percent = (part: number, whole: number): string => `${((100 * part) / (whole || 1)).toFixed(1)} %`;
const holds = ({ gold, asked, answered, medianWords }: AnswerScore): string =>
  `${percent(gold, asked)}, ${medianWords} words${answered < asked ? `; ${percent(gold, answered)} of the ${answered} given` : ""}`;

async function answerFigures(set: QuestionSet, ask: Asker): Promise<Figure[]> {
  const ours = await scoreAnswers(set.answerable, ask, note);
  const one = await scoreAnswers(set.answerable, createSentenceAsker(set, 1));
  const three = await scoreAnswers(set.answerable, createSentenceAsker(set, 3));
  return [
    {
      what: `${set.name}, ${ours.asked} questions: answers that hold the right words, median length`,
      measured: holds(ours),
      against: `best BM25 sentence ${holds(one)}; best three ${holds(three)}`,
      aim: "≥ 90 %, ≤ 45 words",
      met: ours.gold >= 0.9 * ours.asked && ours.medianWords <= 45,
    },
    {
      what: "… cite the right paragraph first",
      measured: `${percent(ours.place, ours.asked)}; ${percent(ours.place, ours.answered)} of the ${ours.answered} given`,
      against: `best BM25 sentence ${percent(one.place, one.asked)}`,
      aim: "≥ 90 %",
      met: ours.place >= 0.9 * ours.asked,
    },
    {
      what: "… quotes word for word",
      measured: `${percent(ours.verbatim, ours.statements)} of ${ours.statements}`,
      aim: "100 %",
      met: ours.verbatim === ours.statements,
    },
  ];
}

/** The same questions, each asked of the one paragraph that answers it. */
async function paragraphFigures(set: QuestionSet): Promise<Figure> {
  const score = async (askerOf: (only: QuestionSet) => Asker, log?: typeof note) =>
    scoreAnswers(
      set.answerable,
      (question) => {
        const paragraph = set.answerable.find((each) => each.question === question)?.paragraph;
        const elements = set.elements.filter(({ type, text }) => type === "Title" || text === paragraph);
        return askerOf({ ...set, elements })(question);
      },
      log,
    );
  const ours = await score((only) => createBuiltInAsker([only]), note);
  const one = await score((only) => createSentenceAsker(only, 1));
  const three = await score((only) => createSentenceAsker(only, 3));
  return {
    what: `${set.name}, each asked of its own paragraph: hold the right words, median length`,
    measured: holds(ours),
    against: `best BM25 sentence ${holds(one)}; best three ${holds(three)}`,
    aim: "≥ 90 %, ≤ 45 words",
    met: ours.gold >= 0.9 * ours.asked && ours.medianWords <= 45,
  };
}

async function faqFigure(set: QuestionSet, ask: Asker): Promise<Figure> {
  const score = await scoreAnswers(set.answerable, ask, note);
  return {
    what: `FAQ headings asked as they stand, ${set.name}: the text below is cited first`,
    measured: `${percent(score.place, score.asked)}; ${score.headings} answers cite a heading`,
    aim: "≥ 95 %, no heading",
    met: score.place >= 0.95 * score.asked && score.headings === 0,
  };
}

async function figuresOf(askerOf: (set: QuestionSet) => Asker): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const set of [...articles, ...ownTexts]) figures.push(...(await answerFigures(set, askerOf(set))));
  for (const set of faqs) figures.push(await faqFigure(set, askerOf(set)));
  return figures;
}

if (options.service) {
  const all = [...articles, ...ownTexts, ...faqs];
  await withServiceAskers(all, async (askerOf) => printReport(await figuresOf(askerOf)));
} else {
  const figures = await figuresOf((set) => createBuiltInAsker([set]));
  for (const set of articles) figures.push(await paragraphFigures(set));
  printReport([...figures, ...(await refusalFigures(articles, ownTexts))]);
}
