/**
 * Search by meaning over 10,000 vectors (the first argument: thousands of vectors), through the thread that does it in the
 * service, compared with a scan of one array of 32-bit floats in the same run. The vectors are those of sentences of the
 * retrieval corpora, made by the encoder that is set (making 10,000 takes a minute or two), and of the nearest 20 and 100 it is
 * counted how many are found. With HEADWATER_EMBEDDING_MODEL=none they are random, which takes the same time to search.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createStores } from "../packages/server/src/adapters/sql/create-stores.ts";
import { openSqlite } from "../packages/server/src/adapters/sql/open-database.ts";
import { createThreadedVectors } from "../packages/server/src/adapters/vectors/threaded-vectors.ts";
import { openSearchModels } from "../packages/server/src/compose/search-models.ts";
import type { VectorThreadData } from "../packages/server/src/compose/vector-thread.ts";
import { readSettings } from "../packages/server/src/config.ts";
import { systemClock } from "../packages/server/src/kernel/clock.ts";
import type { Embedder } from "../packages/server/src/models/embedder.ts";
import type { EmbeddingSpace } from "../packages/server/src/retrieval/dense/vector-store.ts";
import { addProcessedSource, addProject } from "../packages/server/testing/contracts/examples.ts";
import { seededRandom } from "../packages/server/testing/documents/seeded-random.ts";
import { modelEnvironment } from "./support/configured-models.ts";
import { processorTime } from "./support/processor-time.ts";
import { type Figure, megabytes, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const thousands = Number(process.argv[2] ?? 10);
const chunkCount = thousands * 1_000;
const chunksPerFile = 20;
const queryCount = 200;
const warmUp = 20;
const depths = [20, 100];
const textsAtOnce = 64;
const root = resolve(process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"));

type Vectors = { all: Float32Array; queries: Float32Array[]; dimensions: number };

function randomVectors(): Vectors {
  const random = seededRandom(1);
  const dimensions = 384;
  const vector = (): Float32Array => {
    const values = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  };
  const all = new Float32Array(chunkCount * dimensions);
  for (let chunk = 0; chunk < chunkCount; chunk += 1) all.set(vector(), chunk * dimensions);
  return { all, queries: Array.from({ length: queryCount + warmUp }, vector), dimensions };
}

/** Sentences of the corpora in a mixed order, and questions about them. */
function readTexts(): { sentences: string[]; questions: string[] } {
  const lines = (name: string) =>
    readFileSync(join(root, "retrieval", name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { text: string });
  const collections = ["scifact", "lisa", "med", "time", "adi"];
  const passages = JSON.parse(readFileSync(join(root, "multi-hop-2wiki/passages.json"), "utf8")) as {
    text: string;
  }[];
  const texts = [...collections.flatMap((name) => lines(`${name}/docs.jsonl`)), ...passages];
  const sentences = new Set(
    texts.flatMap(({ text }) =>
      text
        .replace(/\s+/g, " ")
        .split(/(?<=[.!?]) /)
        .filter(({ length }) => length > 30 && length < 260),
    ),
  );
  const random = seededRandom(2);
  const mixed = [...sentences].map((text) => ({ text, place: random() }));
  return {
    sentences: mixed
      .sort((one, other) => one.place - other.place)
      .slice(0, chunkCount)
      .map(({ text }) => text),
    questions: collections.flatMap((name) => lines(`${name}/queries.jsonl`)).map(({ text }) => text),
  };
}

async function embeddedTexts(embedder: Embedder): Promise<Vectors> {
  const { sentences, questions } = readTexts();
  const embed = async (texts: string[], purpose: "query" | "passage") =>
    (await embedder.embed(texts, purpose, AbortSignal.timeout(600_000))).vectors;
  const queries = await embed(questions.slice(0, queryCount + warmUp), "query");
  const dimensions = queries[0]?.length ?? 0;
  const all = new Float32Array(sentences.length * dimensions);
  for (let start = 0; start < sentences.length; start += textsAtOnce)
    for (const [at, vector] of (
      await embed(sentences.slice(start, start + textsAtOnce), "passage")
    ).entries())
      all.set(vector, (start + at) * dimensions);
  return { all, queries, dimensions };
}

/** Writes the vectors as those of documents. Answers the chunks in the order of their vectors. */
async function fill(databasePath: string, { all, dimensions }: Vectors) {
  const database = await openSqlite(databasePath);
  const stores = createStores(database, systemClock);
  const { projectId } = await addProject(stores);
  const space = await stores.vectors.openSpace(projectId, "model");
  const chunkIds: string[] = [];
  const fileIds: string[] = [];
  for (let chunk = 0; chunk * dimensions < all.length; chunk += chunksPerFile) {
    const chunks = Math.min(chunksPerFile, all.length / dimensions - chunk);
    const source = await addProcessedSource(stores, projectId, { chunks, elements: 1 });
    const vectors = Array.from({ length: chunks }, (_, position) => ({
      position,
      contentHash: `hash of chunk ${chunk + position}`.padEnd(43),
      vector: all.subarray((chunk + position) * dimensions, (chunk + position + 1) * dimensions),
    }));
    await stores.vectors.add(space.spaceId, source.chunkSetId, vectors);
    await stores.vectors.finishSet(space.spaceId, source.chunkSetId);
    chunkIds.push(...source.chunks.map(({ chunkId }) => chunkId));
    fileIds.push(source.fileId);
  }
  await database.destroy();
  return { space, chunkIds, fileIds };
}

/** The least work there can be for the exact answer: one sum for each vector, and sorting the scores. */
function bareScan({ all, dimensions }: Vectors, query: Float32Array): Float32Array {
  const scores = new Float32Array(all.length / dimensions);
  for (let chunk = 0, start = 0; chunk < scores.length; chunk += 1, start += dimensions) {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (all[start + at] as number) * (query[at] as number);
    scores[chunk] = sum;
  }
  return scores;
}

const nearest = (scores: Float32Array, count: number): number[] => {
  const bar = scores.toSorted()[Math.max(0, scores.length - count)] ?? 0;
  return [...scores.entries()].flatMap(([chunk, score]) => (score >= bar ? [chunk] : [])).slice(0, count);
};

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function measure(database: string, vectors: Vectors, isReal: boolean): Promise<Figure[]> {
  const { space, chunkIds, fileIds } = await fill(database, vectors);
  const entry = new URL("../packages/server/src/compose/vector-thread.ts", import.meta.url);
  const data: VectorThreadData = { database: { kind: "sqlite", path: database }, cluster: null };
  const index = createThreadedVectors(entry, data);
  try {
    const search = (
      vector: Float32Array,
      limit: number,
      more: { fileIds?: string[]; chunkIds?: string[] } = {},
    ) => index.search(space satisfies EmbeddingSpace, { vector, limit, ...more });
    const [first = new Float32Array()] = vectors.queries;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const opening = await timed(() => search(first, 100));
    const grown = process.memoryUsage().rss - before;
    const times = { all: [], scan: [], half: [], asked: [] } as Record<
      "all" | "scan" | "half" | "asked",
      number[]
    >;
    const recall = depths.map(() => [] as number[]);
    const half = fileIds.filter((_, at) => at % 2 === 0).slice(0, 10_000);
    const some = chunkIds.filter((_, at) => at % Math.ceil(chunkIds.length / 100) === 0);
    for (const [round, vector] of vectors.queries.entries()) {
      let scores: Float32Array = new Float32Array();
      const took = {
        all: await timed(() => search(vector, 100)),
        half: await timed(() => search(vector, 100, { fileIds: half })),
        asked: await timed(() => search(vector, 100, { chunkIds: some })),
        scan: await timed(() => {
          scores = bareScan(vectors, vector);
          scores.toSorted();
        }),
      };
      if (round < warmUp) continue;
      for (const [name, ms] of Object.entries(took)) times[name as keyof typeof times].push(ms);
      for (const [at, depth] of depths.entries()) {
        const found = new Set((await search(vector, depth)).map(({ chunkId }) => chunkId));
        const wanted = nearest(scores, depth);
        recall[at]?.push(wanted.filter((chunk) => found.has(chunkIds[chunk] ?? "")).length / wanted.length);
      }
    }
    const queryAt = (time: number) => vectors.queries[time % vectors.queries.length] ?? first;
    const ours = await processorTime((time) => search(queryAt(time), 100), 100);
    const theirs = await processorTime((time) => bareScan(vectors, queryAt(time)).toSorted(), 20);
    const both = (values: number[]) =>
      `p50 ${milliseconds(median(values))}, p99 ${milliseconds(percentile(values, 0.99))}`;
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const count = chunkIds.length;
    return [
      {
        what: `${count} vectors: the nearest 100`,
        measured: both(times.all),
        against: `exact scan ${both(times.scan)}`,
      },
      {
        what: "processor time of it",
        measured: milliseconds(ours),
        against: `exact scan ${milliseconds(theirs)}`,
      },
      { what: "the same within half of the files, at most 10,000", measured: both(times.half) },
      { what: "the same and the cosines of 100 other chunks", measured: both(times.asked) },
      ...depths.map((depth, at): Figure => {
        const found = mean(recall[at] ?? []);
        const aim = depth === 20 && isReal ? { aim: "≥ .988", met: found >= 0.988 } : {};
        return {
          what: `found of the nearest ${depth}${isReal ? "" : " (random vectors)"}`,
          measured: found.toFixed(4),
          ...aim,
        };
      }),
      { what: "first search: reads the vectors", measured: milliseconds(opening) },
      { what: "memory of the process after it", measured: `${megabytes(grown)}` },
    ];
  } finally {
    await index.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), "headwater-vectors-"));
const models = await openSearchModels(readSettings(modelEnvironment()).models);
try {
  const vectors = models.embedder ? await embeddedTexts(models.embedder) : randomVectors();
  printReport(await measure(join(folder, "headwater.sqlite"), vectors, models.embedder !== undefined));
} finally {
  await models.close();
  await rm(folder, { recursive: true, force: true });
}
