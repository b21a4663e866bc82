import { describe, expect, it } from "vitest";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit, ChunkQuery } from "./chunk-index.ts";
import { createLexicalCandidates } from "./lexical-candidates.ts";

const never = new AbortController().signal;

/** An index of one chunk a file, `file-0` the best, all of them with the word "pump". */
function createIndex(files: number) {
  const queries: ChunkQuery[] = [];
  const hits = Array.from({ length: files }, (_, number): ChunkHit => {
    const id = `file-${number}`;
    return { chunkId: id, fileId: id, position: 0, score: 9 - number / files, termHashes: hashed };
  });
  const search = async (_project: string, query: ChunkQuery) => {
    queries.push(query);
    const { fileIds, limit } = query;
    return hits.filter(({ fileId }) => !fileIds || fileIds.includes(fileId)).slice(0, limit);
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

  it("are not looked for through a long list of files where most of the project is meant", async () => {
    const { candidates, queries } = createIndex(3_000);
    await candidates.search("pump", { projectId: "p", fileIds: fileIdsFrom(0, 3_000, 2) }, 30, never);
    expect(queries.map(({ fileIds }) => fileIds)).toEqual([undefined]);
  });

  it("are none for a query without a word", async () => {
    const { candidates, queries } = createIndex(10);
    expect(await candidates.search("of the", { projectId: "p" }, 30, never)).toEqual([]);
    expect(queries).toEqual([]);
  });
});
