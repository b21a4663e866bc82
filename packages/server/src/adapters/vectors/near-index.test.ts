import { expect, it } from "vitest";
import { seededRandom } from "../../../testing/documents/seeded-random.ts";
import { newId } from "../../kernel/ids.ts";
import type { VectorCluster } from "../../retrieval/dense/vector-cluster.ts";
import type { VectorQuery } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddableSet, EmbeddedChunk, EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import { createNearIndex } from "./near-index.ts";
import { toHits, toNearQuery } from "./near-query.ts";

const space: EmbeddingSpace = { spaceId: "s", projectId: "p", name: "model", isWhole: true };

const unit = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

type StoredSet = EmbeddableSet & { number: number; chunks: EmbeddedChunk[] };

/** A vector store of one space, whose sets come and go as those of the database. */
function memoryStore() {
  let sets: StoredSet[] = [];
  const counts = { added: 0, removed: 0 };
  const reads: string[] = [];
  return {
    reads,
    add(fileId: string, vectors: Float32Array[]) {
      const chunks = vectors.map((vector, position) => ({ chunkId: newId(), position, vector }));
      counts.added += 1;
      sets.push({ chunkSetId: `set of ${fileId}`, fileId, number: counts.added, chunks });
      return chunks;
    },
    remove(fileId: string) {
      sets = sets.filter((set) => set.fileId !== fileId);
      counts.removed += 1;
    },
    living: () => sets.flatMap(({ fileId, chunks }) => chunks.map((chunk) => ({ ...chunk, fileId }))),
    changes: async () => ({ ...counts }),
    finishedSets: async (_: EmbeddingSpace, _config: unknown, after = 0) =>
      sets
        .filter(({ number }) => number > after)
        .map(({ chunkSetId, fileId, chunks }) => ({ chunkSetId, fileId, chunks: chunks.length })),
    async listSets(_spaceId: string, chunkSetIds: string[]) {
      reads.push(...chunkSetIds);
      const wanted = sets.filter(({ chunkSetId }) => chunkSetIds.includes(chunkSetId));
      // In another order than asked for, as of a database.
      return new Map(wanted.reverse().map(({ chunkSetId, chunks }) => [chunkSetId, chunks]));
    },
    async *listSet(_spaceId: string, chunkSetId: string) {
      reads.push(chunkSetId);
      const chunks = sets.find((set) => set.chunkSetId === chunkSetId)?.chunks ?? [];
      for (let start = 0; start < chunks.length; start += 7) yield chunks.slice(start, start + 7);
    },
  };
}

const open = (keptBytes?: number) => {
  const store = memoryStore();
  const index = createNearIndex(store, { ...(keptBytes !== undefined && { keptBytes }) });
  const search = async (query: VectorQuery) => toHits(await index.search(space, toNearQuery(query)));
  return { store, search };
};

const randomVectors = (seed: number, count: number, dimensions: number): Float32Array[] => {
  const random = seededRandom(seed);
  // Away from the origin, as the vectors of models are.
  return Array.from({ length: count }, () =>
    unit(...Array.from({ length: dimensions }, () => random() - 0.3)),
  );
};
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

it.each([3, 8, 30, 384])(
  "finds exactly the nearest of some thousand, best first, in %i dimensions",
  async (dimensions) => {
    const { store, search } = open();
    const vectors = randomVectors(1, 3_000, dimensions);
    store.add(newId(), vectors.slice(0, 2_000));
    store.add(newId(), vectors.slice(2_000));
    const [query = unit(1)] = randomVectors(2, 1, dimensions);
    const exact = vectors.map((vector) => cosine(vector, query)).sort((one, other) => other - one);
    const hits = await search({ vector: query, limit: 100 });
    expect(hits).toHaveLength(100);
    for (const [at, { score }] of hits.entries())
      expect(Math.abs(score - (exact[at] ?? 0))).toBeLessThan(0.005);
  },
);

it("finds nearly all of the nearest of many, and what is as near as can be first", async () => {
  const { store, search } = open();
  const vectors = randomVectors(3, 11_000, 96);
  const chunks = store.add(newId(), vectors.slice(0, 6_000));
  await search({ vector: vectors[0] ?? unit(1), limit: 1 });
  chunks.push(...store.add(newId(), vectors.slice(6_000)));
  // Some that were there first, and some that came later.
  const queries = vectors.slice(5_990, 6_010);
  let found = 0;
  for (const [at, query] of queries.entries()) {
    const nearest = chunks
      .map(({ chunkId, vector }) => ({ chunkId, score: cosine(vector, query) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, 10);
    const hits = await search({ vector: query, limit: 10 });
    expect(hits[0]?.chunkId).toBe(chunks[5_990 + at]?.chunkId);
    const ids = new Set(hits.map(({ chunkId }) => chunkId));
    found += nearest.filter(({ chunkId }) => ids.has(chunkId)).length;
  }
  // Random vectors are the hardest: those of texts have neighbours that are much nearer than the rest.
  expect(found).toBeGreaterThan(0.8 * 10 * queries.length);
});

it("searches only the files asked for, and finds nothing that points away from the question", async () => {
  const { store, search } = open();
  const [a, b] = [newId(), newId()];
  const ofA = store.add(a, [unit(1, 0), unit(-1, 0)]);
  const ofB = store.add(b, [unit(1, 1), unit(0, 1)]);
  const found = async (fileIds?: string[]) =>
    (await search({ vector: unit(1, 0), limit: 9, fileIds })).map(({ chunkId }) => chunkId);
  expect(await found()).toEqual([ofA[0]?.chunkId, ofB[0]?.chunkId]);
  expect(await found([b])).toEqual([ofB[0]?.chunkId]);
  expect(await found([newId()])).toEqual([]);
});

it("says how near the chunks asked for are, however far, beside the nearest and each once", async () => {
  const { store, search } = open();
  const [a, b] = [newId(), newId()];
  const ofA = store.add(a, [unit(1, 0), unit(-1, 0.2), unit(0.1, 1)]);
  const ofB = store.add(b, [unit(0, 1)]);
  const all = [...ofA, ...ofB].map(({ chunkId }) => chunkId);
  const hits = await search({ vector: unit(1, 0), limit: 1, chunkIds: [...all, newId()] });
  expect(hits.map(({ chunkId }) => all.indexOf(chunkId))).toEqual([0, 2, 3, 1]);
  for (const { chunkId, score } of hits)
    expect(score).toBeCloseTo([...ofA, ...ofB].find((chunk) => chunk.chunkId === chunkId)?.vector[0] ?? 0, 2);
  const within = await search({ vector: unit(1, 0), limit: 0, chunkIds: all, fileIds: [b] });
  expect(within.map(({ chunkId }) => chunkId)).toEqual([ofB[0]?.chunkId]);
  store.remove(b);
  expect(await search({ vector: unit(1, 0), limit: 0, chunkIds: [ofB[0]?.chunkId ?? ""] })).toEqual([]);
});

it("has what a look at every vector has, whatever was added and removed, and reads each set once", async () => {
  const { store, search } = open();
  const random = seededRandom(5);
  const pool = randomVectors(6, 400, 12);
  const files: string[] = [];
  let added = 0;
  for (let step = 0; step < 200; step++) {
    if (random() < 0.6) {
      const fileId = newId();
      files.push(fileId);
      const first = Math.floor(random() * 380);
      store.add(fileId, pool.slice(first, first + Math.floor(random() * 20)));
      added += 1;
    } else if (files.length > 0) {
      const [gone = ""] = files.splice(Math.floor(random() * files.length), 1);
      store.remove(gone);
    }
    const query = pool[Math.floor(random() * pool.length)] ?? unit(1);
    const fileIds = random() < 0.3 ? files.filter(() => random() < 0.5) : undefined;
    if (fileIds?.length === 0) continue;
    const expected = new Map(
      store
        .living()
        .filter(({ fileId }) => !fileIds || fileIds.includes(fileId))
        .map(({ chunkId, vector }) => [chunkId, cosine(vector, query)]),
    );
    const hits = await search({ vector: query, limit: 5_000, fileIds });
    const near = [...expected.values()].filter((score) => score > 0.005).length;
    expect(hits.length).toBeGreaterThanOrEqual(near);
    for (const { chunkId, score } of hits)
      expect(Math.abs(score - (expected.get(chunkId) ?? Number.NaN))).toBeLessThan(0.005);
  }
  expect(new Set(store.reads).size).toBe(store.reads.length);
  expect(store.reads.length).toBeLessThanOrEqual(added);
});

it("reads a space again after a failure, and leaves nothing out", async () => {
  const { store, search } = open();
  const chunks = store.add(newId(), randomVectors(7, 30, 4));
  const { listSet } = store;
  store.listSet = async function* (spaceId, chunkSetId) {
    for await (const batch of listSet(spaceId, chunkSetId)) {
      yield batch;
      throw new Error("the disk is away");
    }
  };
  await expect(search({ vector: unit(1, 1, 1, 1), limit: 40 })).rejects.toThrow("the disk is away");
  store.listSet = listSet;
  expect(
    await search({ vector: unit(1, 1, 1, 1), limit: 0, chunkIds: chunks.map(({ chunkId }) => chunkId) }),
  ).toHaveLength(30);
});

it("leaves out chunks of another length, and answers a question of another length with nothing", async () => {
  const { store, search } = open();
  const [query = unit(1), other = unit(1)] = randomVectors(8, 2, 4);
  const chunks = store.add(newId(), [query, unit(1), other]);
  const hits = await search({ vector: query, limit: 9 });
  expect(hits[0]?.chunkId).toBe(chunks[0]?.chunkId);
  expect(hits.map(({ chunkId }) => chunkId)).not.toContain(chunks[1]?.chunkId);
  expect(await search({ vector: unit(1, 1), limit: 9 })).toEqual([]);
});

it("searches what a cluster does not show yet beside it, each chunk once, and everything while it does not answer", async () => {
  const store = memoryStore();
  /** What the cluster shows; null: it does not answer. */
  let shownTo: number | null = null;
  const asked: VectorQuery[] = [];
  const cluster: VectorCluster = {
    async search(_, query) {
      asked.push(query);
      if (shownTo === null) return null;
      const hits = shown.map(({ chunkId, vector }) => ({ chunkId, score: cosine(vector, query.vector) }));
      return { hits: hits.sort((one, other) => other.score - one.score).slice(0, query.limit), shownTo };
    },
    tidy: async () => {},
    clear: async () => false,
  };
  const index = createNearIndex(store, { cluster });
  // None that points away from the question, and would be left out.
  const vectors = randomVectors(9, 130, 8).map((vector) => vector.map(Math.abs));
  const all = vectors.map((vector) => ({ vector, ...store.add(newId(), [vector])[0] }) as EmbeddedChunk);
  const shown = all.slice(0, 120);
  const query = unit(1, 2, 3, 4, 5, 6, 7, 8);
  const nearest = (limit: number) =>
    [...all]
      .sort((one, other) => cosine(other.vector, query) - cosine(one.vector, query))
      .slice(0, limit)
      .map(({ chunkId }) => chunkId)
      .toSorted();
  const found = async (limit: number) =>
    toHits(await index.search(space, toNearQuery({ vector: query, limit })))
      .map(({ chunkId }) => chunkId)
      .toSorted();
  expect(await found(130)).toEqual(nearest(130));
  expect(store.reads).toHaveLength(130);
  store.reads.length = 0;
  shownTo = 120;
  expect(await found(130)).toEqual(nearest(130));
  expect(await found(12)).toHaveLength(12);
  // The last 50 that it shows are read with those that it does not: not again with every one that comes.
  expect(store.reads).toHaveLength(30);
  const fileIds = [newId()];
  const chunkIds = [newId(), newId()];
  await index.search(space, toNearQuery({ vector: query, limit: 3, fileIds, chunkIds }));
  expect(asked.at(-1)).toEqual({ vector: query, limit: 3, fileIds, chunkIds });
});
