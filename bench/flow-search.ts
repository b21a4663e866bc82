import { createItemTexts } from "../packages/server/src/flows/item-texts.ts";
import type { NodeKind } from "../packages/server/src/flows/node-kind.ts";
import type { NodeOutput, OutputChunkSet, OutputDocument } from "../packages/server/src/flows/node-output.ts";
import { createRetrievalNode } from "../packages/server/src/flows/nodes/retrieval.ts";
import { createSmartRagNode } from "../packages/server/src/flows/nodes/smart-rag.ts";
import { createCountChunks } from "../packages/server/src/flows/nodes/smart-rag-counts.ts";
import { createRetrieveWholeProject } from "../packages/server/src/flows/nodes/smart-rag-whole-project.ts";
import { systemClock } from "../packages/server/src/kernel/clock.ts";
import { readQuery } from "../packages/server/src/retrieval/read-query.ts";
import { openFlowSources } from "../packages/server/testing/flow-sources.ts";
import { createZipfText } from "./corpora/zipf-text.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

/**
 * What the nodes of a flow add to the service's retrieval, over 50,000 chunks of 200 files (or as the arguments say) in one process: smart-rag over a dataset with
 * the texts of its items, and a retrieval node over the sets of a chunking, which is searched in memory. The ways take
 * turns at each query, so that other work on the machine affects all of them.
 */
const chunkCount = Number(process.argv[2] ?? 50_000);
const files = Number(process.argv[3] ?? 200);
const chunksPerFile = Math.ceil(chunkCount / files);
const wordsPerChunk = 130;
const queryCount = 400;
const warmUp = 100;
const topK = 5;
const never = new AbortController().signal;

function queries(): string[] {
  const text = createZipfText(2);
  const distinct = new Set<string>();
  for (let length = 4; distinct.size < queryCount + warmUp; length = 4 + ((length - 3) % 8)) {
    const query = text(length);
    if (readQuery(query).terms.length > 0) distinct.add(query);
  }
  return [...distinct];
}

const sources = await openFlowSources();
const { projectId, stores } = sources;
const text = createZipfText(1);
const documents: OutputDocument[] = [];
const sets: OutputChunkSet[] = [];
for (let file = 0; file < files; file++) {
  const texts = Array.from({ length: chunksPerFile }, () => `${text(4)} | ${text(wordsPerChunk)}.`);
  const { document, set } = await sources.add(`generated-${file}.md`, texts);
  documents.push(document);
  sets.push(set);
}
const fileIds = documents.map(({ fileId }) => fileId);

const itemTexts = createItemTexts({
  ...stores,
  chunks: { findActive: stores.chunks.findActive, listSets: async () => ({ chunks: [], total: 0 }) },
});
const countSources = async (id: string) =>
  (await stores.sources.browse(id, {}, { by: "createdAt", descending: false }, null)).total;
const smartRag = createSmartRagNode({
  ...sources,
  ...stores,
  retrieve: createRetrieveWholeProject(sources.retrieve, countSources),
  countChunks: createCountChunks(stores.chunks),
});
const retrieval = createRetrievalNode({ ...sources, ...stores, clock: systemClock });
const node = async (kind: NodeKind, config: Record<string, unknown>, input: NodeOutput, query: string) => {
  const { output } = await kind.run(sources.input(kind.type, config, [input], query));
  await itemTexts(projectId, { output, node: { config } }, { number: 1, size: 10 });
};

const ways = {
  "retrieve(), the whole project": (query: string) =>
    sources.retrieve({ projectId, text: query, topK }, never),
  [`retrieve() of ${files} files`]: (query: string) =>
    sources.retrieve({ projectId, text: query, topK, fileIds }, never),
  [`smart-rag of ${files} files, with items`]: (query: string) =>
    node(smartRag, {}, { kind: "documents", documents }, query),
  [`retrieval of ${files} sets in memory, with items`]: (query: string) =>
    node(retrieval, { searchType: "keyword", topK }, { kind: "chunks", sets }, query),
};
const names = Object.keys(ways);
const times = new Map(names.map((name) => [name, [] as number[]]));
const started = performance.now();
await ways[names[3] as string]?.("warm up");
const loading = performance.now() - started;
for (const [at, query] of queries().entries()) {
  for (const place of names.keys()) {
    const name = names[(at + place) % names.length] as string;
    const begun = performance.now();
    await ways[name]?.(query);
    if (at >= warmUp) times.get(name)?.push(performance.now() - begun);
  }
}
const base = median(times.get(names[0] as string) ?? []);
printReport([
  ...names.map((name) => {
    const values = times.get(name) ?? [];
    return {
      what: String(name),
      measured: `p50 ${milliseconds(median(values))}, p95 ${milliseconds(percentile(values, 0.95))}, ${(median(values) / base).toFixed(2)} ×`,
    };
  }),
  { what: `first search of the sets: reads and cuts ${chunkCount} chunks`, measured: milliseconds(loading) },
]);
await sources.close();
