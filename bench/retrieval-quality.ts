/**
 * How well retrieval finds what answers a query, compared with what anybody would assemble from parts, over the same
 * chunks in the same run. Usage:
 *
 *     node bench/retrieval-quality.ts [corpora folder] [--choosing]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) contains `retrieval/cranfield`,
 * `questions`, `multi-hop`, `chunking` and `conversations`. Parameters are chosen on Cranfield and the first article of
 * the questions; the other collections only judge them. `--choosing` runs the first two alone. Documents are ranked by their
 * best chunk. Intervals are 95 % paired bootstraps.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Collection } from "./corpora/collection.ts";
import { readCranfield } from "./corpora/cranfield.ts";
import { readDialogues } from "./corpora/dialogues.ts";
import { readExcerpts } from "./corpora/excerpts.ts";
import { readMultiHop } from "./corpora/multi-hop.ts";
import { readQuestions } from "./corpora/questions.ts";
import { withIngested } from "./support/ingested-collection.ts";
import { createFts5, createMiniSearch, type Passage, type Search } from "./support/lexical-baselines.ts";
import { createPlainBm25 } from "./support/plain-bm25.ts";
import { mean, ndcg, pairedBootstrap, recall } from "./support/ranking-measures.ts";
import { machine } from "./support/report.ts";
import { createOrama } from "./support/search-libraries.ts";

/** Chunks to search for: ten documents, and a hundred. The API's own limit is 100 chunks. */
const depth = { ndcg: 20, recall: 200 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { choosing: { type: "boolean" } },
});
const root = resolve(
  positionals[0] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);

const questions = join(root, "questions/squad-two-articles.json");
const choosing = [() => readCranfield(join(root, "retrieval/cranfield")), () => readQuestions(questions, 0)];
const judging = [
  () => readQuestions(questions, 1),
  () => readMultiHop(join(root, "multi-hop")),
  () => readExcerpts(join(root, "chunking")),
  () => readDialogues(join(root, "conversations/tasks.jsonl")),
];

const measures = ["nDCG@10", "recall@100"] as const;
type Values = Record<(typeof measures)[number], number[]>;

/** One value per query and measure. */
async function valuesOf(search: Search, { queries, gains }: Collection): Promise<Values> {
  const found: Values = { "nDCG@10": [], "recall@100": [] };
  for (const { id, text } of queries) {
    const relevant = gains.get(id);
    if (!relevant) continue;
    const documents = async (limit: number) => [...new Set(await search(text, limit))];
    found["nDCG@10"].push(ndcg(await documents(depth.ndcg), relevant, 10));
    found["recall@100"].push(recall(await documents(depth.recall), relevant, 100));
  }
  return found;
}

const baselines = async (passages: Passage[]): Promise<Map<string, Search>> =>
  new Map([
    ["FTS5", createFts5(passages)],
    ["BM25 .9/.4", createPlainBm25(passages, { k1: 0.9, b: 0.4 })],
    ["BM25 1.2/.75", createPlainBm25(passages, { k1: 1.2, b: 0.75 })],
    ["BM25 + RM3", createPlainBm25(passages, { k1: 0.9, b: 0.4, expand: true })],
    ["MiniSearch", createMiniSearch(passages)],
    ["Orama", await createOrama(passages)],
  ]);

const three = (value: number): string => value.toFixed(3);
const signed = (value: number): string => (value >= 0 ? "+" : "") + three(value);
const printRow = (cells: string[]): void => console.log(`| ${cells.join(" | ")} |`);
function printHeader(cells: string[]): void {
  printRow(cells);
  printRow(cells.map(() => "---"));
}
const differenceOf = (ours: number[], theirs: number[]): string => {
  const { mean: difference, low, high } = pairedBootstrap(ours, theirs);
  return `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
};

/** Means of each engine by measure, one per collection. */
const means = new Map<string, Record<(typeof measures)[number], number[]>>();

async function compare(collection: Collection): Promise<void> {
  await withIngested(collection, async ({ searchWith, passages }) => {
    const { documents, gains, name } = collection;
    console.log(
      `\n### ${name}: ${documents.length} documents, ${passages.length} chunks, ${gains.size} queries\n`,
    );
    const ours = await valuesOf(searchWith(), collection);
    printHeader(["engine", ...measures.flatMap((measure) => [measure, "ours − it"])]);
    const add = (engine: string, found: Values) => {
      const all = means.get(engine) ?? { "nDCG@10": [], "recall@100": [] };
      for (const measure of measures) all[measure].push(mean(found[measure]));
      means.set(engine, all);
      printRow([
        engine,
        ...measures.flatMap((measure) => [
          three(mean(found[measure])),
          found === ours ? "" : differenceOf(ours[measure], found[measure]),
        ]),
      ]);
    };
    add("Headwater", ours);
    for (const [engine, search] of await baselines(passages)) add(engine, await valuesOf(search, collection));
  });
}

for (const read of values.choosing ? choosing : [...choosing, ...judging]) await compare(await read());

console.log("\n### average of the collections\n");
printHeader(["engine", ...measures]);
for (const [engine, all] of means)
  printRow([engine, ...measures.map((measure) => three(mean(all[measure])))]);
console.log(`\n${machine()}`);
