import { expect, it } from "vitest";
import { createMemoryChunks } from "../../testing/memory-chunks.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import { newId } from "../kernel/ids.ts";
import type { Reranker } from "../models/reranker.ts";
import { createRerank, createScoreTexts } from "./rerank.ts";
import { createRetrieve } from "./retrieve.ts";

const never = new AbortController().signal;
const projectId = newId();

/** Chunks that are found in their order, and what comes of them with a reranker. */
async function withReranker(texts: string[], scoresOf: (texts: string[]) => number[] | Promise<number[]>) {
  const memory = createMemoryChunks();
  const versionId = newId();
  const chunks = texts.map((text, position) => ({
    ...{ chunkId: newId(), position, text, title: "Title", pageNumber: 1, elementIds: [newId()] },
  }));
  await memory.store.begin(projectId, newId(), { chunkSetId: versionId, versionId, config: defaultChunking });
  await memory.store.add(versionId, chunks);
  const failures: unknown[] = [];
  const reranker: Reranker = {
    name: "fake",
    rerank: async (_query, given) => ({ scores: await scoresOf(given), usage: {} }),
  };
  const found = chunks.map(({ chunkId }, at) => ({ chunkId, score: 0.9 - at / 1000, sum: 0.9 - at / 1000 }));
  const retrieve = createRetrieve({
    candidates: { search: async (_query, _scope, limit) => found.slice(0, limit) },
    chunks: memory.store,
    rerank: createRerank(createScoreTexts(reranker, { fellBack: (_what, error) => failures.push(error) })),
  });
  const ask = (topK: number) => retrieve({ projectId, text: "question", topK }, never);
  return { ask, failures };
}

it("orders the best chunks by the model's scores, also those beyond what was asked for", async () => {
  const texts = Array.from({ length: 60 }, (_, at) => `text ${at}`);
  const { ask } = await withReranker(texts, (given) => {
    expect(given).toHaveLength(50);
    expect(given[0]).toBe("Title\ntext 0");
    return given.map((text) => (text.endsWith("text 40") ? 0.95 : 0.2));
  });
  const found = await ask(3);
  expect(found.map(({ text, score }) => [text, score])).toEqual([
    ["text 40", 0.95],
    ["text 0", 0.2],
    ["text 1", 0.2],
  ]);
  const all = await ask(60);
  expect(all.map(({ text }) => text).slice(50)).toEqual(texts.slice(50));
  expect(all.every(({ score }, at) => score <= (all[at - 1]?.score ?? 1))).toBe(true);
});

it.each([
  ["fails", () => Promise.reject(new Error("the model is away"))],
  ["gives too few scores", () => [1]],
  ["gives no numbers", (given: string[]) => given.map(() => Number.NaN)],
])("keeps the order when the model %s, and says so in the log", async (_case, scoresOf) => {
  const { ask, failures } = await withReranker(["a", "b", "c"], scoresOf);
  expect((await ask(2)).map(({ text, score }) => [text, score])).toEqual([
    ["a", 0.9],
    ["b", 0.899],
  ]);
  expect(failures).toHaveLength(1);
});
