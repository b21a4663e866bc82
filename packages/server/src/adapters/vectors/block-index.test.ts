import { expect, it } from "vitest";
import type { EmbeddedChunk, EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import { createBlockIndex } from "./block-index.ts";

const space: EmbeddingSpace = { spaceId: "s", projectId: "p", name: "model", isWhole: true };

const unit = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

/** A vector store of sets that can be changed. */
function memoryStore(sets: Record<string, EmbeddedChunk[]>) {
  const reads: string[] = [];
  return {
    reads,
    finishedSets: async ({ spaceId }: EmbeddingSpace) =>
      Object.keys(sets).map((chunkSetId) => ({ chunkSetId, fileId: `file of ${spaceId} ${chunkSetId}` })),
    async *listSet(spaceId: string, chunkSetId: string) {
      reads.push(`${spaceId} ${chunkSetId}`);
      yield sets[chunkSetId] ?? [];
    },
  };
}

const randomVectors = (count: number, dimensions: number): EmbeddedChunk[] =>
  Array.from({ length: count }, (_, position) => ({
    chunkId: `chunk ${position}`,
    position,
    vector: unit(...Array.from({ length: dimensions }, (_, at) => Math.sin(position * 7.3 + at * at + 1))),
  }));

it.each([3, 8, 30])(
  "finds exactly the nearest of many, best first, with %i dimensions",
  async (dimensions) => {
    const chunks = randomVectors(5_000, dimensions);
    const index = createBlockIndex(memoryStore({ one: chunks.slice(0, 4_000), other: chunks.slice(4_000) }));
    const query = unit(...Array.from({ length: dimensions }, (_, at) => Math.cos(at)));
    const scoreOf = ({ vector }: EmbeddedChunk) =>
      vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0);
    const exact = chunks
      .map(scoreOf)
      .sort((a, b) => b - a)
      .slice(0, 100);
    const hits = await index.search(space, { vector: query, limit: 100 });
    expect(hits).toHaveLength(100);
    for (const [at, { score }] of hits.entries()) expect(score).toBeCloseTo(exact[at] ?? 0, 5);
  },
);

it("searches the files asked for, and finds nothing that points away from the question", async () => {
  const at = (position: number, vector: Float32Array) => ({ chunkId: `c${position}`, position, vector });
  const index = createBlockIndex(
    memoryStore({ a: [at(0, unit(1, 0)), at(1, unit(-1, 0))], b: [at(0, unit(1, 1)), at(1, unit(0, 1))] }),
  );
  const search = (fileIds?: string[]) => index.search(space, { vector: unit(1, 0), limit: 9, fileIds });
  expect((await search()).map(({ fileId, position }) => [fileId, position])).toEqual([
    ["file of s a", 0],
    ["file of s b", 0],
  ]);
  expect(await search(["file of s b"])).toHaveLength(1);
  expect(await search(["another"])).toEqual([]);
});

it("sees what was added and removed once it is told, and reads only that", async () => {
  const [one, two, three] = randomVectors(3, 4) as [EmbeddedChunk, EmbeddedChunk, EmbeddedChunk];
  const sets: Record<string, EmbeddedChunk[]> = { a: [one], b: [two] };
  const store = memoryStore(sets);
  const index = createBlockIndex(store);
  const found = async (chunk: EmbeddedChunk) =>
    (await index.search(space, { vector: chunk.vector, limit: 1 }))[0]?.chunkId;
  expect(await found(one)).toBe(one.chunkId);
  delete sets.a;
  sets.c = [three];
  index.changed("another project");
  expect(await found(one)).toBe(one.chunkId);
  index.changed("p");
  expect(await found(three)).toBe(three.chunkId);
  expect(await found(one)).not.toBe(one.chunkId);
  expect(store.reads).toEqual(["s a", "s b", "s c"]);
});

it("drops the vectors of projects not asked about for long when there is no room", async () => {
  const store = memoryStore({ a: randomVectors(100, 8) });
  const index = createBlockIndex(store, 100 * 8 * 4);
  const ask = (spaceId: string) =>
    index.search({ ...space, spaceId }, { vector: unit(1, 0, 0, 0, 0, 0, 0, 0), limit: 1 });
  for (const spaceId of ["x", "y", "z", "z", "y", "x"]) await ask(spaceId);
  expect(store.reads).toEqual(["x a", "y a", "z a", "x a"]);
});

it("leaves out chunks of another length, and answers a question of another length with nothing", async () => {
  const odd = { chunkId: "odd", position: 9, vector: unit(1) };
  const index = createBlockIndex(memoryStore({ a: [...randomVectors(2, 4), odd] }));
  const hits = await index.search(space, { vector: randomVectors(1, 4)[0]?.vector ?? unit(1), limit: 9 });
  expect(hits.map(({ chunkId }) => chunkId)).not.toContain("odd");
  expect(await index.search(space, { vector: unit(1, 1), limit: 9 })).toEqual([]);
});
