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

/** Retrieves from a project; answers which files each search named. */
async function searchesFor(fileIds: string[], found: RetrievedChunk, sources = all.length) {
  const searches: RetrievalQuery["fileIds"][] = [];
  const retrieve = createRetrieveWholeProject(
    async ({ fileIds: named }) => {
      searches.push(named);
      return named && !named.includes(found.fileId) ? [] : [found];
    },
    async () => sources,
  );
  const query = { projectId: "p", text: "?", topK: 5, fileIds };
  return { chunks: await retrieve(query, new AbortController().signal), searches };
}

it("names no files when they are all that the project has", async () => {
  const { chunks, searches } = await searchesFor(all, chunkOf(all[7] as string));
  expect(searches).toEqual([undefined]);
  expect(chunks).toHaveLength(1);
});

it.each([
  ["they are a part of the project", all.slice(1), all.length],
  ["they are few", all.slice(0, 3), 3],
])("names the files when %s", async (_name, fileIds, sources) => {
  const { searches } = await searchesFor(fileIds, chunkOf(all[1] as string), sources);
  expect(searches).toEqual([fileIds]);
});

it.each([
  ["itself", chunkOf(newcomer)],
  ["as a copy", chunkOf(all[0] as string, { copies: [chunkOf(newcomer)] })],
])("never answers a source that was not asked for, found %s", async (_name, found) => {
  const { chunks, searches } = await searchesFor(all, found);
  expect(searches).toEqual([undefined, all]);
  expect(chunks.map(({ fileId }) => fileId)).not.toContain(newcomer);
});
