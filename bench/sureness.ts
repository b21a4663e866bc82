/**
 * Fits how sure the built-in answerer is of an answer by meaning, prints how it does on each document left out, with its
 * reliability, and writes the weights. Usage:
 *
 *     node bench/sureness.ts [--write]
 *
 * A logistic regression over the evidence of `sureness.ts`, on the sets of `own-words.ts`: their own questions, near misses,
 * and questions of the other documents, which weigh less because some of them are answered there. English
 * only: three German documents are too few to fit on.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createFindAnswer } from "../packages/server/src/adapters/builtin/find-answer.ts";
import { type Evidence, minSureness } from "../packages/server/src/adapters/builtin/sureness.ts";
import {
  holdsSpan,
  languageOfSet,
  type QuestionSet,
  readArticles,
  readOwnTexts,
  readOwnWords,
  thinned,
} from "./corpora/question-set.ts";
import { openMeaning } from "./support/meaning.ts";
import { printReport } from "./support/report.ts";
import { createPassageSearch } from "./support/search-elements.ts";

const { values: options } = parseArgs({ options: { write: { type: "boolean" } } });
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const target = join(import.meta.dirname, "../packages/server/src/adapters/builtin/sureness-weights.ts");
const names = [
  "cosine",
  "section",
  "coverage",
  "lacksKind",
  "lacksNames",
  "margin",
  "units",
] as const satisfies (keyof Evidence)[];
const weightOf = { own: 1, near: 0.5, foreign: 0.15 } as const;
const foreignEach = 8;
/** Keeps the weights of few examples small, in units of one standard deviation. */
const ridge = 1;
const rounds = 600;
const step = 1.5;

type Example = {
  set: string;
  isOwn: boolean;
  isRight: boolean;
  weight: number;
  values: number[];
};
type Fit = { constant: number; weights: number[] };

const sets = [
  ...(await readOwnWords()),
  ...(await readOwnTexts()),
  ...(await readArticles(join(corpora, "questions/squad-two-articles.json"))).map(thinned),
].filter((set) => languageOfSet(set) === "en");
const meaning = await openMeaning(join(import.meta.dirname, "../packages/encoder/all-minilm-l6-v2"));
const findAnswer = createFindAnswer();
const never = new AbortController().signal;

async function examplesOf(set: QuestionSet): Promise<Example[]> {
  const search = createPassageSearch([set], meaning);
  const examples: Example[] = [];
  const add = async (question: string, spans: string[], weight: number) => {
    const passages = await search(question);
    const compare = (texts: readonly string[]) => meaning.compare(question, texts);
    const { statements, evidence } = await findAnswer({ question, passages, compare }, never);
    if (!evidence) return;
    const isRight = holdsSpan(statements.map(({ text }) => text).join(" "), spans);
    const values = names.map((name) => evidence[name]);
    examples.push({ set: set.name, isOwn: spans.length > 0, isRight, weight, values });
  };
  for (const { question, spans } of set.answerable) await add(question, spans, weightOf.own);
  for (const question of set.unanswerable) await add(question, [], weightOf.near);
  for (const other of sets) {
    if (other === set) continue;
    for (const { question } of other.answerable.slice(0, foreignEach))
      await add(question, [], weightOf.foreign);
  }
  return examples;
}

const sigmoid = (sum: number): number => 1 / (1 + Math.exp(-sum));
const sureness = ({ constant, weights }: Fit, values: number[]): number =>
  sigmoid(values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), constant));

/** Gradient descent over standardised features. */
function fit(examples: Example[]): Fit {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const meanOf = (read: (values: number[]) => number) =>
    examples.reduce((sum, { weight, values }) => sum + weight * read(values), 0) / total;
  const means = names.map((_, at) => meanOf((values) => values[at] ?? 0));
  const deviations = names.map(
    (_, at) => Math.sqrt(meanOf((values) => ((values[at] ?? 0) - (means[at] ?? 0)) ** 2)) || 1,
  );
  const standard = (values: number[]) =>
    values.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1));
  const standardised = examples.map((example) => ({ ...example, values: standard(example.values) }));
  const found: Fit = { constant: 0, weights: names.map(() => 0) };
  for (let round = 0; round < rounds; round += 1) {
    const slopes = found.weights.map((weight) => ridge * weight);
    let slope = 0;
    for (const { values, isRight, weight } of standardised) {
      const error = weight * (sureness(found, values) - Number(isRight));
      slope += error;
      for (const [at, value] of values.entries()) slopes[at] = (slopes[at] ?? 0) + error * value;
    }
    found.constant -= (step * slope) / total;
    found.weights = found.weights.map((weight, at) => weight - (step * (slopes[at] ?? 0)) / total);
  }
  const weights = found.weights.map((weight, at) => weight / (deviations[at] ?? 1));
  const shift = weights.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0);
  return { constant: found.constant - shift, weights };
}

const named = ({ constant, weights }: Fit): Record<string, number> =>
  Object.fromEntries(
    [["constant", constant] as const, ...names.map((name, at) => [name, weights[at] ?? 0] as const)].map(
      ([name, value]) => [name, Number(value.toFixed(2))],
    ),
  );

const examples: Example[] = [];
for (const set of sets) examples.push(...(await examplesOf(set)));
await meaning.save();

const judged = sets.flatMap(({ name }) => {
  const left = examples.filter(({ set }) => set === name);
  const others = fit(examples.filter(({ set }) => set !== name));
  return left.map((example) => ({ ...example, sure: sureness(others, example.values) }));
});
const count = (of: typeof judged) => ({
  right: of.filter(({ sure, isRight }) => sure >= minSureness && isRight).length,
  wrong: of.filter(({ sure, isRight }) => sure >= minSureness && !isRight).length,
});
const own = judged.filter(({ isOwn }) => isOwn);
const notOwn = judged.filter(({ isOwn }) => !isOwn);
const { right, wrong } = count(own);
printReport([
  {
    what: `each document left out, at ${minSureness}`,
    measured: `right ${right}, wrong ${wrong} of ${own.length}; ${count(notOwn).wrong} of ${notOwn.length} not answered there answered`,
  },
  ...[0, 0.2, 0.4, 0.6, 0.8].map((from) => {
    const within = own.filter(({ sure }) => sure >= from && sure < from + 0.2);
    const mean = within.reduce((sum, { sure }) => sum + sure, 0) / (within.length || 1);
    return {
      what: `own questions, sure ${from.toFixed(1)} to ${(from + 0.2).toFixed(1)}`,
      measured: `${within.length}: sure ${mean.toFixed(2)}, right ${(within.filter(({ isRight }) => isRight).length / (within.length || 1)).toFixed(2)}`,
    };
  }),
]);
if (options.write) {
  const weights = JSON.stringify(named(fit(examples)), null, 2).replace(/"(\w+)":/g, "$1:");
  await writeFile(
    target,
    `/** Made by \`node bench/sureness.ts --write\`; never edited by hand. */\nexport const surenessWeights = ${weights};\n`,
  );
}
