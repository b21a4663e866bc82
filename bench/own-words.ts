/**
 * Questions in a person's own words over ordinary documents: how many are answered right, answered wrong and refused, and how
 * many of those that the document does not answer are refused. Usage:
 *
 *     node bench/own-words.ts [--words] [--verbose] [--only <set>]
 *
 * Asks the built-in answerer in this process, with the encoders of the packages, or with `--words` without one. The folder of
 * another encoder is `HEADWATER_EMBEDDING_MODEL`. Beside each document, the questions of the others are asked of it.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cosineScaleIn } from "../packages/server/src/models/cosine-scale.ts";
import {
  holdsSpan,
  languageOfSet,
  type QuestionSet,
  readArticles,
  readOwnTexts,
  readOwnWords,
  thinned,
} from "./corpora/question-set.ts";
import { createBuiltInAsker } from "./support/askers.ts";
import { openMeaning } from "./support/meaning.ts";
import { type Figure, printReport } from "./support/report.ts";
import type { Asker } from "./support/score-answers.ts";

const { values: options } = parseArgs({
  options: { words: { type: "boolean" }, verbose: { type: "boolean" }, only: { type: "string" } },
});
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
/** Questions of each other document that are asked of one. */
const foreignEach = 8;

const given = process.env.HEADWATER_EMBEDDING_MODEL;
const packages = join(import.meta.dirname, "../packages");
const meaning = options.words
  ? undefined
  : await openMeaning(given ?? join(packages, "encoder/all-minilm-l6-v2"));
const elsewhere = await openElsewhere();

/** Another encoder judges in all languages where its cosines were measured. */
async function openElsewhere() {
  if (!meaning) return undefined;
  if (given !== undefined) return cosineScaleIn(given) && { meaning, encoder: "multilingual" as const };
  const multilingual = await openMeaning(join(packages, "encoder-multilingual/multilingual-e5-small"));
  return { meaning: multilingual, encoder: "by language" as const };
}

const articles = await readArticles(join(corpora, "questions/squad-two-articles.json"));
const sets = [...(await readOwnWords()), ...(await readOwnTexts()), ...articles.map(thinned)];

async function figureOf(set: QuestionSet): Promise<Figure> {
  const ask: Asker = createBuiltInAsker([set], meaning, elsewhere);
  const note = (verdict: string, question: string, said: string) => {
    if (options.verbose) console.log(`${set.name} | ${verdict} | ${question} → ${said}`);
  };
  let [right, wrong] = [0, 0];
  for (const { question, spans } of set.answerable) {
    const said = (await ask(question)).map(({ text }) => text).join(" / ");
    const isRight = holdsSpan(said, spans);
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
    .filter((other) => other !== set && languageOfSet(other) === languageOfSet(set))
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
await elsewhere?.meaning.save();
await meaning?.save();
printReport(figures);
