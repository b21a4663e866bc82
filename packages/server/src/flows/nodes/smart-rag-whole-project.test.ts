import { expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import type { RetrievalQuery, RetrievedChunk } from "../../retrieval/retrieved-chunk.ts";
import { createRetrieveWholeProject } from "./smart-rag-whole-project.ts";

const all = Array.from({ length: 200 }, () => newId());
const newcomer = newId();
const chunkOf = (fileId: string, more: Partial<RetrievedChunk> = {}): RetrievedChunk => ({
  chunkId: newId(),
  position: 0,
  text: "",
  title: "",
  pageNumber: 1,
  elementIds: [],
  fileId,
  fileName: "",
  versionId: newId(),
  score: 1,
  ...more,
});

/** Retrieves from a project that has these chunks; answers which files each search named. */
async function searchesFor(fileIds: string[], stored: RetrievedChunk[], sources = all.length, topK = 2) {
  const searches: RetrievalQuery["fileIds"][] = [];
  const retrieve = createRetrieveWholeProject(
    async ({ fileIds: named, topK: limit }) => {
      searches.push(named);
      return stored.filter(({ fileId }) => !named || named.includes(fileId)).slice(0, limit);
    },
    async () => sources,
  );
  const query = { projectId: "p", text: "?", topK, fileIds };
  return { chunks: await retrieve(query, new AbortController().signal), searches };
}
const [one, two, three] = all.map((fileId) => chunkOf(fileId)) as [
  RetrievedChunk,
  RetrievedChunk,
  RetrievedChunk,
];
const foreign = Array.from({ length: 8 }, () => chunkOf(newcomer));

it.each([
  ["all", all, all.length],
  ["most", all, all.length + 50],
])("names no files when they are %s that the project has", async (_name, fileIds, sources) => {
  const { chunks, searches } = await searchesFor(fileIds, [one, ...foreign.slice(0, 1), two, three], sources);
  expect(searches[0]).toBeUndefined();
  expect(chunks).toEqual([one, two]);
});

it.each([
  ["they are a small part of the project", all, 3 * all.length],
  ["they are few", all.slice(0, 3), 3],
])("names the files when %s", async (_name, fileIds, sources) => {
  const { searches } = await searchesFor(fileIds, [two], sources);
  expect(searches).toEqual([fileIds]);
});

it("finds what lies behind chunks that were not asked for", async () => {
  const { chunks, searches } = await searchesFor(all, [...foreign, one, two], all.length + 50);
  expect(searches).toEqual([undefined, all]);
  expect(chunks).toEqual([one, two]);
});

it("names the files when a copy lies outside of them", async () => {
  const copied = { ...one, copies: [chunkOf(newcomer)] };
  const { searches } = await searchesFor(all, [copied], all.length + 50);
  expect(searches).toEqual([undefined, all]);
});

it("asks for no more than is wanted where next to nothing is of other sources", async () => {
  const asked: number[] = [];
  const retrieve = createRetrieveWholeProject(
    async ({ topK }) => {
      asked.push(topK);
      return Array.from({ length: topK }, () => one);
    },
    async () => all.length + 1,
  );
  const query = { projectId: "p", text: "?", topK: 10, fileIds: all };
  expect(await retrieve(query, new AbortController().signal)).toHaveLength(10);
  expect(asked).toEqual([10]);
});
