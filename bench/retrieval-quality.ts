/**
 * How well retrieval finds the answers of queries, compared with SQLite FTS5 and MiniSearch over the same chunks. Usage:
 *
 *     node bench/retrieval-quality.ts [corpora folder]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) contains `retrieval/cranfield` and
 * `questions/squad-two-articles.json`. Documents are ranked by their best chunk. The relevance grade is the gain.
 * Intervals are 95 % paired bootstraps over the queries.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openLanceChunkIndex } from "../packages/server/src/adapters/lance/lance-chunk-index.ts";
import { chunkByTitle } from "../packages/server/src/chunks/chunkers/title.ts";
import { defaultChunking } from "../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../packages/server/src/elements/element.ts";
import { newId } from "../packages/server/src/kernel/ids.ts";
import { createIndexVersion } from "../packages/server/src/retrieval/index-version.ts";
import { createLexicalCandidates } from "../packages/server/src/retrieval/lexical-candidates.ts";
import { createRetrieve } from "../packages/server/src/retrieval/retrieve.ts";
import { withTerms } from "../packages/server/src/retrieval/search-terms.ts";
import type { Collection } from "./corpora/collection.ts";
import { readCranfield } from "./corpora/cranfield.ts";
import { readQuestions } from "./corpora/questions.ts";
import { createFts5, createMiniSearch, type Passage, type Search } from "./support/lexical-baselines.ts";
import { createMemoryChunkStore } from "./support/memory-chunk-store.ts";
import { mean, ndcg, pairedBootstrap, recall, reciprocalRank } from "./support/ranking-measures.ts";
import { type Figure, printReport } from "./support/report.ts";

/** Number of chunks to search for, so that they belong to a hundred documents. The API's own limit is 100 chunks. */
const deepList = 200;
const apiLimit = 100;

const never = new AbortController().signal;

const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);

const elementsOf = ({ id, title, text }: Collection["documents"][number]): Element[] => [
  { elementId: `${id} title`, position: 0, type: "Title", level: 1, text: title, pageNumber: 1 },
  { elementId: `${id} text`, position: 1, type: "NarrativeText", text, pageNumber: 1 },
];

/** Ingests the collection as the service does. Returns its search, and the chunks for the other engines. */
async function withRetrieval(
  { documents }: Collection,
  use: (search: Search, passages: Passage[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-quality-"));
  const index = await openLanceChunkIndex(folder);
  try {
    const projectId = newId();
    const chunks = createMemoryChunkStore();
    const indexVersion = createIndexVersion(index);
    const documentOf = new Map<string, string>();
    const passages: Passage[] = [];
    for (const document of documents) {
      const [fileId, versionId] = [newId(), newId()];
      const parts = chunkByTitle(elementsOf(document));
      documentOf.set(fileId, document.id);
      passages.push(...parts.map(({ title, text }) => ({ documentId: document.id, title, text })));
      await chunks.begin(projectId, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
      await chunks.add(versionId, parts);
      await indexVersion.add(projectId, fileId, versionId, withTerms(parts));
    }
    const retrieve = createRetrieve({ candidates: createLexicalCandidates(index), chunks });
    await use(async (text, topK) => {
      const found = await retrieve({ projectId, text, topK }, never);
      return found.map((chunk) => documentOf.get(chunk.fileId) ?? "");
    }, passages);
  } finally {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Measure = {
  name: string;
  /** Number of chunks to search for. */
  depth: number;
  of: (ranking: string[], gains: Map<string, number>) => number;
};

/** One value per query. */
async function valuesOf(
  search: Search,
  { queries, gains }: Collection,
  { depth, of }: Measure,
): Promise<number[]> {
  const values: number[] = [];
  for (const { id, text } of queries) {
    const relevant = gains.get(id);
    if (relevant) values.push(of([...new Set(await search(text, depth))], relevant));
  }
  return values;
}

const three = (value: number): string => value.toFixed(3);

async function compare(collection: Collection, measures: Measure[], aimed: boolean): Promise<void> {
  await withRetrieval(collection, async (ours, passages) => {
    const baselines: [string, Search][] = [
      ["FTS5", createFts5(passages)],
      ["MiniSearch", createMiniSearch(passages)],
    ];
    const whole = collection.documents.map(({ id, title, text }) => ({ documentId: id, title, text }));
    const wholeDocuments: [string, Search][] = [["FTS5, whole documents", createFts5(whole)]];
    const figures: Figure[] = [];
    for (const measure of measures) {
      const own = await valuesOf(ours, collection, measure);
      for (const [name, search] of [...baselines, ...wholeDocuments]) {
        const theirs = await valuesOf(search, collection, measure);
        const { mean: difference, low, high } = pairedBootstrap(own, theirs);
        const sign = (value: number): string => (value >= 0 ? "+" : "") + three(value);
        figures.push({
          what: measure.name,
          measured: three(mean(own)),
          against: `${name} ${three(mean(theirs))}, ${sign(difference)} [${sign(low)}, ${sign(high)}]`,
          ...(aimed &&
            baselines.some(([each]) => each === name) && { aim: "ahead, interval above 0", met: low > 0 }),
        });
      }
    }
    const counted = `${collection.documents.length} documents, ${passages.length} chunks, ${collection.gains.size} queries`;
    console.log(`\n${collection.name}: ${counted}\n`);
    printReport(figures);
  });
}

const ndcgAt10: Measure = { name: "nDCG@10", depth: 20, of: (ranking, gains) => ndcg(ranking, gains, 10) };

await compare(
  await readCranfield(join(root, "retrieval/cranfield")),
  [
    ndcgAt10,
    { name: "recall@100", depth: deepList, of: (ranking, gains) => recall(ranking, gains, 100) },
    { name: "recall of 100 chunks", depth: apiLimit, of: (ranking, gains) => recall(ranking, gains, 100) },
  ],
  true,
);
await compare(
  await readQuestions(join(root, "questions/squad-two-articles.json")),
  [{ name: "MRR@10", depth: 20, of: (ranking, gains) => reciprocalRank(ranking, gains, 10) }],
  false,
);
