/**
 * How much of what answers a question the chunks of flows bring back, against langchain's splitters at equal chunk size,
 * by the measure of chunking_evaluation; and how fast the text is cut. Usage:
 *
 *     node bench/chunkers.ts [corpora folder]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) contains `chunking`. All chunks are
 * searched by the same BM25 without a model, and the first five count. Parameters are chosen on `wikitexts`;
 * `state_of_the_union` judges them. Values are averages of all lengths; intervals are 95 % paired bootstraps over
 * questions.
 */
import { join, resolve } from "node:path";
import { type ExcerptDocument, readExcerptDocument } from "./corpora/excerpt-documents.ts";
import { scoreExcerpts } from "./support/excerpt-measure.ts";
import { createPlainBm25 } from "./support/plain-bm25.ts";
import { mean, pairedBootstrap } from "./support/ranking-measures.ts";
import { machine } from "./support/report.ts";
import {
  type CutChunk,
  cutByLangchain,
  cutByOurs,
  type LangchainSplitter,
  type Lengths,
  langchainSplitters,
} from "./support/splitter-contenders.ts";
import { percentile } from "./support/statistics.ts";

const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);

const lengths: Lengths[] = [
  { size: 400, overlap: 0 },
  { size: 800, overlap: 0 },
  { size: 1200, overlap: 0 },
  { size: 800, overlap: 200 },
];
/** The number of chunks that chunking_evaluation retrieves. */
const retrieved = 5;

/** Each of ours with the splitter that a user of langchain would take instead. */
const pairs = {
  character: "recursive",
  token: "token",
  title: "markdown",
  element: "recursive",
  semantic: "recursive",
} as const satisfies Record<string, LangchainSplitter>;
const splitters = Object.keys(pairs) as (keyof typeof pairs)[];

const measures = ["recall", "precision", "iou"] as const;
/** One value per question, the average of all lengths. */
type Values = Record<(typeof measures)[number], number[]> & { length: number; lost: number };

// It says of each chunk over the size that there is one; the table shows how long its chunks are.
console.warn = () => {};

async function evaluate(
  document: ExcerptDocument,
  cut: (lengths: Lengths) => Promise<CutChunk[]>,
  { text, inSource, titles }: { text: string; inSource: (place: number) => number; titles: boolean },
): Promise<Values> {
  const scores = document.questions.map(() => ({ recall: 0, precision: 0, iou: 0 }));
  let [length, lost] = [0, 0];
  for (const each of lengths) {
    const chunks = await cut(each);
    length += mean(chunks.map(({ start, end }) => end - start)) / lengths.length;
    lost = Math.max(lost, lostCharacters(text, chunks));
    const search = createPlainBm25(
      chunks.map((chunk, index) => ({
        documentId: String(index),
        title: titles ? chunk.title : "",
        text: chunk.text,
      })),
      { k1: 1.2, b: 0.75 },
    );
    for (const [at, question] of document.questions.entries()) {
      const found = (await search(question.text, retrieved)).flatMap((index) => chunks[Number(index)] ?? []);
      const spans = found.map(({ start, end }) => ({ start: inSource(start), end: inSource(end) }));
      const score = scoreExcerpts(spans, question.excerpts);
      const sum = scores[at];
      if (sum) for (const measure of measures) sum[measure] += score[measure] / lengths.length;
    }
  }
  const valuesOf = (measure: (typeof measures)[number]) => scores.map((score) => score[measure]);
  return {
    recall: valuesOf("recall"),
    precision: valuesOf("precision"),
    iou: valuesOf("iou"),
    length,
    lost,
  };
}

/** Characters, white space not counted, that are in no chunk. */
function lostCharacters(text: string, chunks: CutChunk[]): number {
  let [covered, lost] = [0, 0];
  for (const { start, end } of [...chunks, { start: text.length, end: text.length }]) {
    lost += text.slice(covered, start).replace(/\s+/g, "").length;
    covered = Math.max(covered, end);
  }
  return lost;
}

const printRow = (cells: string[]): void => console.log(`| ${cells.join(" | ")} |`);
function printHeader(cells: string[]): void {
  printRow(cells);
  printRow(cells.map(() => "---"));
}
const signed = (value: number): string => (value >= 0 ? "+" : "") + value.toFixed(3);
const differenceOf = (ours: number[], theirs: number[]): string => {
  const { mean: difference, low, high } = pairedBootstrap(ours, theirs);
  return `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
};

async function compare(document: ExcerptDocument): Promise<void> {
  console.log(`\n### ${document.name}: ${document.questions.length} questions\n`);
  printHeader([
    ...["splitter", "mean length", "recall", "precision", "IoU", "lost"],
    ...["its recall − langchain's", "its IoU − langchain's", "langchain's"],
  ]);
  const theirs = new Map<LangchainSplitter, Values>();
  for (const name of langchainSplitters) {
    const [text, inSource] =
      name === "markdown"
        ? [document.markdown, document.markdownInSource]
        : [document.text, document.inSource];
    theirs.set(
      name,
      await evaluate(document, (each) => cutByLangchain(name, text, each), { text, inSource, titles: false }),
    );
  }
  const add = (name: string, values: Values, other?: LangchainSplitter) => {
    const against = other && theirs.get(other);
    printRow([
      name,
      values.length.toFixed(0),
      ...measures.map((measure) => mean(values[measure]).toFixed(3)),
      String(values.lost),
      ...(against
        ? [differenceOf(values.recall, against.recall), differenceOf(values.iou, against.iou), other]
        : ["", "", ""]),
    ]);
  };
  for (const [name, values] of theirs) add(`langchain ${name}`, values);
  const { text, inSource } = document;
  for (const titles of document.elements.some(({ type }) => type === "Title") ? [false, true] : [false]) {
    for (const splitter of splitters) {
      const cut = (each: Lengths) => cutByOurs(splitter, document, each);
      const values = await evaluate(document, cut, { text, inSource, titles });
      add(titles ? `${splitter}, with title path` : splitter, values, pairs[splitter]);
    }
  }
}

const rounds = 5;
const repeats = 20;

/** Megabytes of UTF-8 per second, the median of some rounds in turn. */
async function compareSpeed(document: ExcerptDocument): Promise<void> {
  const elements = Array.from({ length: repeats }, () => document.elements).flat();
  const text = Array.from({ length: repeats }, () => document.text).join("\n\n");
  const bytes = Buffer.byteLength(text);
  const [each = { size: 800, overlap: 0 }] = lengths.slice(1);
  const cutters: Record<string, () => Promise<CutChunk[]>> = {};
  for (const name of langchainSplitters)
    cutters[`langchain ${name}`] = () => cutByLangchain(name, text, each);
  for (const splitter of splitters) cutters[splitter] = () => cutByOurs(splitter, { elements, text }, each);
  const speeds = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, cut] of Object.entries(cutters)) {
      const begun = performance.now();
      await cut();
      const speed = bytes / 1e6 / ((performance.now() - begun) / 1e3);
      speeds.set(name, [...(speeds.get(name) ?? []), speed]);
    }
  }
  console.log(`\n### speed: ${(bytes / 1e6).toFixed(1)} MB, size ${each.size}\n`);
  printHeader(["splitter", "MB/s"]);
  for (const [name, all] of speeds) printRow([name, percentile(all, 0.5).toFixed(1)]);
}

const wikitexts = await readExcerptDocument(join(root, "chunking"), "wikitexts");
await compare(wikitexts);
await compare(await readExcerptDocument(join(root, "chunking"), "state_of_the_union"));
await compareSpeed(wikitexts);
console.log(`\n${machine()}`);
