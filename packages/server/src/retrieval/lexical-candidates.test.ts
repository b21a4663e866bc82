import { describe, expect, it } from "vitest";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit, ChunkQuery } from "./chunk-index.ts";
import { createLexicalCandidates } from "./lexical-candidates.ts";

const never = new AbortController().signal;

/**
 * An index of one chunk a file, all of them with the word "pump", `file-0` the best unless scored otherwise. Of those
 * that are as good as each other a search without files takes the last ones, one with files the first.
 */
function createIndex(files: number, scoreOf = (number: number) => 9 - number / files) {
  const queries: ChunkQuery[] = [];
  const hits = Array.from({ length: files }, (_, number): ChunkHit => {
    const id = `file-${number}`;
    return { chunkId: id, fileId: id, position: 0, score: scoreOf(number), termHashes: hashed };
  });
  const search = async (_project: string, query: ChunkQuery) => {
    queries.push(query);
    const { fileIds, limit } = query;
    const asked = fileIds ? hits.filter(({ fileId }) => fileIds.includes(fileId)) : hits.toReversed();
    return asked.sort((one, other) => other.score - one.score).slice(0, limit);
  };
  return { candidates: createLexicalCandidates({ search }), queries };
}
const hashed = Uint32Array.of(hashTerm("pump"));

const fileIdsFrom = (from: number, to: number, step = 1): string[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => `file-${from + index * step}`);

describe("candidates by words", () => {
  it.each([
    ["a few files", 3_000, fileIdsFrom(100, 150)],
    ["every other file of the project", 3_000, fileIdsFrom(0, 3_000, 2)],
    ["many files, none of the best among them", 6_000, fileIdsFrom(3_000, 5_000)],
    ["more files than the project has hits for", 20, fileIdsFrom(10, 2_000)],
  ])("are of the files asked for, the best of them: %s", async (_, files, fileIds) => {
    const { candidates } = createIndex(files);
    const found = await candidates.search("pump", { projectId: "p", fileIds }, 30, never);
    const expected = fileIds.filter((id) => Number(id.slice(5)) < files).slice(0, 30);
    expect(found.map(({ chunkId }) => chunkId).sort()).toEqual(expected.sort());
  });

  it("are the same ones where many are as good: the first by id, of the files asked for", async () => {
    const { candidates, queries } = createIndex(3_000, () => 9);
    const fileIds = fileIdsFrom(0, 3_000, 2);
    const found = await candidates.search("pump", { projectId: "p", fileIds }, 30, never);
    for (const query of queries) expect(query.fileIds).toEqual(fileIds);
    expect(found.map(({ chunkId }) => chunkId)).toEqual(fileIds.toSorted().slice(0, 30));
  });

  it("are none for a query without a word", async () => {
    const { candidates, queries } = createIndex(10);
    expect(await candidates.search("of the", { projectId: "p" }, 30, never)).toEqual([]);
    expect(queries).toEqual([]);
  });
});
