import { afterEach, beforeEach, expect, it } from "vitest";
import { type FlowSources, openFlowSources } from "../../../testing/flow-sources.ts";
import type { ScoreTexts } from "../../retrieval/rerank.ts";
import type { NodeOutput, OutputPassage } from "../flow/node-output.ts";
import { createRerankingNode } from "./reranking.ts";

let sources: FlowSources;
let added: Awaited<ReturnType<FlowSources["add"]>>;
beforeEach(async () => {
  sources = await openFlowSources();
  added = await sources.add("wings.txt", [
    "Wings | A wing gives lift.",
    "Tails | The tail keeps an aircraft steady.",
    "Ailerons | The aileron controls roll.",
  ]);
});
afterEach(() => sources.close());

const passage = (at: number, score: number): OutputPassage => {
  const id = added.chunks[at]?.chunkId ?? "";
  return { id, chunkIds: [id], score };
};
const passages = (...given: [at: number, score: number][]): NodeOutput => ({
  kind: "passages",
  lists: [
    {
      query: { id: "query", text: "What controls roll?" },
      passages: given.map(([at, score]) => passage(at, score)),
    },
  ],
});
const run = async (inputs: NodeOutput[], config = {}, scoreTexts?: ScoreTexts) => {
  const node = createRerankingNode({ ...sources.stores, scoreTexts });
  const { output, ...more } = await node.run(sources.input("reranking", config, inputs));
  const [list] = output.kind === "passages" ? output.lists : [];
  return {
    order: list?.passages.map(({ id }) => added.chunks.findIndex(({ chunkId }) => chunkId === id)),
    scores: list?.passages.map(({ score }) => score),
    ...more,
  };
};
const three = () => passages([0, 0.6], [1, 0.55], [2, 0.5]);

it("takes the order and the scores of the model, which reads headings too", async () => {
  const read: string[][] = [];
  const ranked = await run([three()], {}, async (_query, texts) => {
    read.push(texts);
    return [0.1, 0.9, 0.5];
  });
  expect(ranked).toMatchObject({
    order: [1, 2, 0],
    scores: [0.9, 0.5, 0.1],
    counts: { total_reranked: 3 },
    notes: [],
  });
  expect(read[0]?.[0]).toBe("Wings\nA wing gives lift.");
});

it("keeps the order when the model does not answer, and says so", async () => {
  const ranked = await run([three()], {}, async () => null);
  expect(ranked.order).toEqual([0, 1, 2]);
  expect(ranked.notes?.[0]).toContain("did not answer");
});

it("orders by the words of the query without a model, and says so", async () => {
  const ranked = await run([three()]);
  expect(ranked.order?.[0]).toBe(2);
  expect([...(ranked.order ?? [])].sort()).toEqual([0, 1, 2]);
  expect(ranked.scores).toEqual([...(ranked.scores ?? [])].sort((one, other) => other - one));
  expect(ranked.notes?.[0]).toContain("HEADWATER_RERANKING_MODEL");
});

it("keeps as many as are asked for; null keeps all", async () => {
  expect((await run([three()], { topK: 1 })).order).toEqual([2]);
  expect((await run([three()], { topK: null })).order).toHaveLength(3);
  await expect(run([three()], { topK: 0 })).rejects.toThrow("topK must be an integer of at least 1");
});

it("joins what several nodes found for one query, each passage once, with its best score", async () => {
  const joined = await run([passages([0, 0.6], [1, 0.2]), passages([1, 0.7])], {}, async () => null);
  expect(joined).toMatchObject({ order: [1, 0], scores: [0.7, 0.6] });
});

it("leaves out what was deleted", async () => {
  await sources.stores.sources.remove(sources.projectId, added.fileId);
  expect((await run([three()])).order).toEqual([]);
});

it("tells before a run what the model will read", async () => {
  const costWith = (scoreTexts?: ScoreTexts) =>
    createRerankingNode({ ...sources.stores, scoreTexts }).estimate?.(
      sources.input("reranking", {}, [three()]),
    );
  const cost = await costWith(async () => null);
  expect(cost).toMatchObject({ chunks: 3, modelCalls: 1 });
  expect(cost?.tokens).toBeGreaterThan(30);
  expect(await costWith()).toMatchObject({ modelCalls: 0, tokens: 0 });
});

it("keeps those that the model does not read behind those it does", async () => {
  added = await sources.add(
    "many.txt",
    Array.from({ length: 52 }, (_, at) => `Passage ${at}`),
  );
  const many = passages(...added.chunks.map((_, at): [number, number] => [at, 0.9]));
  const ranked = await run([many], {}, async (_query, texts) => texts.map(() => 0.2));
  expect(ranked.order?.slice(-2)).toEqual([50, 51]);
  expect(Math.max(...(ranked.scores ?? []))).toBe(0.2);
});
