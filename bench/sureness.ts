/**
 * Fits how sure the built-in answerer is of an answer by meaning, prints how it does on each document left out, with its
 * reliability, and writes the weights. Usage:
 *
 *     node bench/sureness.ts [--write]
 *
 * A logistic regression over the evidence of `sureness.ts`, on the sets of `own-words.ts`: their own questions, near misses,
 * and questions of the other documents in its language, which weigh less because some of them are answered there. Once for the
 * encoder of English, once for the multilingual one, with each document left out. Each question is asked a second time over a few
 * passages of the document, because small documents are ordinary, too. Writes also where the cosines of the multilingual one lie.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createFindAnswer } from "../packages/server/src/adapters/builtin/find-answer.ts";
import { type Evidence, minSureness } from "../packages/server/src/adapters/builtin/sureness.ts";
import type { SourcedPassage } from "../packages/server/src/answering/gather-passages.ts";
import { cosineScaleFile, measureCosineScale } from "../packages/server/src/models/cosine-scale.ts";
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
import { type SeededRandom, seededRandom } from "./support/seeded-random.ts";

const { values: options } = parseArgs({ options: { write: { type: "boolean" } } });
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const target = join(import.meta.dirname, "../packages/server/src/adapters/builtin/sureness-weights.ts");
const names = [
  "cosine",
  "section",
  "unsaid",
  "lacksKind",
  "lacksNames",
  "margin",
  "units",
  "background",
] as const satisfies (keyof Evidence)[];
const weightOf = { own: 1, near: 0.5, foreign: 0.3 } as const;
const foreignEach = 4;
/** What an example over a few passages of the document counts, and how many these are at most. */
const weightOfPart = 0.4;
const maxInPart = 7;
const seedOfParts = 1;
/** Keeps the weights of few examples small, in units of one standard deviation. */
const ridge = 1;
const rounds = 600;
const step = 1.5;

type Kind = keyof typeof weightOf;
type Example = {
  set: string;
  isPart: boolean;
  kind: Kind;
  isRight: boolean;
  weight: number;
  values: number[];
};
type Fit = { constant: number; weights: number[] };

const allSets = [
  ...(await readOwnWords()),
  ...(await readOwnTexts()),
  ...(await readArticles(join(corpora, "questions/squad-two-articles.json"))).map(thinned),
];
const packages = join(import.meta.dirname, "../packages");
const multilingualFolder = join(packages, "encoder-multilingual/multilingual-e5-small");
const meaning = await openMeaning(join(packages, "encoder/all-minilm-l6-v2"));
if (options.write) await writeScale();
const multilingual = await openMeaning(multilingualFolder);
const findAnswer = createFindAnswer("by language");
const never = new AbortController().signal;

async function writeScale() {
  const { compare } = await openMeaning(multilingualFolder);
  const scale = await measureCosineScale(compare);
  await writeFile(join(multilingualFolder, cosineScaleFile), `${JSON.stringify(scale)}\n`);
}

/** Of a document, with the questions of the others in `sets`. */
async function examplesOf(set: QuestionSet, sets: QuestionSet[]): Promise<Example[]> {
  const search = createPassageSearch([set], meaning);
  const examples: Example[] = [];
  const random = seededRandom(seedOfParts);
  const add = async (question: string, spans: string[], kind: Kind) => {
    const passages = await search(question);
    await addOver(passages, false, question, spans, kind);
    await addOver(partOf(passages, spans, random), true, question, spans, kind);
  };
  const addOver = async (
    passages: SourcedPassage[],
    isPart: boolean,
    question: string,
    spans: string[],
    kind: Kind,
  ) => {
    const compare = (texts: readonly string[], isEnglish: boolean, asked: string, sections: number) =>
      (isEnglish ? meaning : multilingual).alike(asked, texts, sections);
    const { statements, evidence } = await findAnswer({ question, passages, compare }, never);
    if (!evidence) return;
    const isRight = holdsSpan(statements.map(({ text }) => text).join(" "), spans);
    const values = names.map((name) => evidence[name]);
    const weight = weightOf[kind] * (isPart ? weightOfPart : 1);
    examples.push({ set: set.name, isPart, kind, isRight, weight, values });
  };
  for (const { question, spans } of set.answerable) await add(question, spans, "own");
  for (const question of set.unanswerable) await add(question, [], "near");
  for (const other of sets) {
    if (other === set || languageOfSet(other) !== languageOfSet(set)) continue;
    for (const { question } of other.answerable.slice(0, foreignEach)) await add(question, [], "foreign");
  }
  return examples;
}

/** A few passages, with the first one that holds the answer where there is one. */
function partOf(passages: SourcedPassage[], spans: string[], random: SeededRandom): SourcedPassage[] {
  const shuffled = passages
    .map((passage) => ({ passage, rank: holdsSpan(passage.text, spans) ? 0 : random.next() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, 1 + random.below(maxInPart));
  return passages.filter((passage) => shuffled.some((one) => one.passage === passage));
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

type Judged = Example & { sure: number };

/** Fits on all documents but one, and judges that, in turn. */
const judgedLeftOut = (examples: Example[]): Judged[] =>
  [...new Set(examples.map(({ set }) => set))].flatMap((name) => {
    const others = fit(examples.filter(({ set }) => set !== name));
    const left = examples.filter(({ set }) => set === name);
    return left.map((example) => ({ ...example, sure: sureness(others, example.values) }));
  });

/** How far around the threshold of the service others are judged. */
const beside = [-0.12, -0.06, 0, 0.06, 0.12];

function report(judged: Judged[], least: number, what: string) {
  const own = judged.filter(({ kind }) => kind === "own");
  const answered = (kind: Kind, from: number) =>
    judged.filter((one) => one.kind === kind && one.sure >= from);
  const ofOther = (kind: Kind, from: number) =>
    `${answered(kind, from).length} of ${answered(kind, 0).length} ${kind}`;
  return [
    ...beside.map((more) => {
      const from = Number((least + more).toFixed(2));
      const given = answered("own", from);
      const right = given.filter(({ isRight }) => isRight).length;
      return {
        what: `${what}, at ${from}`,
        measured: `right ${right}, wrong ${given.length - right} of ${own.length}; answered: ${ofOther("near", from)}, ${ofOther("foreign", from)}`,
      };
    }),
    ...[0, 0.2, 0.4, 0.6, 0.8].map((from) => {
      const within = own.filter(({ sure }) => sure >= from && sure < from + 0.2);
      const mean = within.reduce((sum, { sure }) => sum + sure, 0) / (within.length || 1);
      return {
        what: `own questions, sure ${from.toFixed(1)} to ${(from + 0.2).toFixed(1)}`,
        measured: `${within.length}: sure ${mean.toFixed(2)}, right ${(within.filter(({ isRight }) => isRight).length / (within.length || 1)).toFixed(2)}`,
      };
    }),
  ];
}

const examplesAmong = async (sets: QuestionSet[]): Promise<Example[]> => {
  const examples: Example[] = [];
  for (const set of sets) examples.push(...(await examplesOf(set, sets)));
  return examples;
};
const isEnglish = (set: QuestionSet) => languageOfSet(set) === "en";
const ofEnglish = await examplesAmong(allSets.filter(isEnglish));
const ofOthers = await examplesAmong(allSets.filter((set) => !isEnglish(set)));
await multilingual.save();
await meaning.save();
const judged = { english: judgedLeftOut(ofEnglish), multilingual: judgedLeftOut(ofOthers) };
printReport(
  (["english", "multilingual"] as const).flatMap((judge) =>
    [false, true].flatMap((part) =>
      report(
        judged[judge].filter(({ isPart }) => isPart === part),
        minSureness[judge],
        `${judge}, ${part ? "a few passages" : "whole documents"}, each document left out`,
      ),
    ),
  ),
);
if (options.write) {
  const fitted = { english: named(fit(ofEnglish)), multilingual: named(fit(ofOthers)) };
  const weights = JSON.stringify(fitted, null, 2).replace(/"(\w+)":/g, "$1:");
  await writeFile(
    target,
    `/** Made by \`node bench/sureness.ts --write\`; never edited by hand. */\nexport const surenessWeights = ${weights};\n`,
  );
}
