import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { Observation } from "../kernel/observe.ts";
import { inContext } from "../kernel/work-context.ts";
import type { LanguageModel } from "./language-model.ts";
import { ModelUnavailableError } from "./model-unavailable-error.ts";
import { observeEmbedder, observeLanguageModel, observeReranker } from "./observe-models.ts";

const never = new AbortController().signal;
const usage = { tokensIn: 7, tokensOut: 3 };
const prompt = { instructions: "", text: "" };
const away = () => Promise.reject(new ModelUnavailableError("the model is away"));

const writer: LanguageModel = {
  name: "writer",
  async *write() {
    yield { type: "text", text: "one" };
    yield { type: "text", text: "two" };
    yield { type: "usage", usage };
  },
  fill: async () => ({ value: {}, text: "{}", usage }),
};

function watching() {
  const told: Observation[] = [];
  return { told, observe: (observation: Observation) => void told.push(observation) };
}

it("tells the tokens of an answer that was written to its end", async () => {
  const { told, observe } = watching();
  const written = observeLanguageModel({ ...writer, address: "some:writer" }, observe);
  const pieces = await inContext({ projectId: "p1" }, () =>
    Readable.from(written.write(prompt, never)).toArray(),
  );
  expect(pieces).toHaveLength(3);
  expect(told).toEqual([
    {
      kind: "model",
      purpose: "language",
      result: "answered",
      seconds: expect.any(Number),
      tokensIn: 7,
      tokensOut: 3,
      model: "some:writer",
      projectId: "p1",
    },
  ]);
});

it.each([
  ["stopped", true],
  ["failed", false],
])("an answer that breaks off is %s when its caller left is %s", async (result, left) => {
  const { told, observe } = watching();
  const stop = new AbortController();
  const breaking: LanguageModel = {
    ...writer,
    async *write() {
      yield { type: "text", text: "one" };
      throw new Error("broken off");
    },
  };
  const pieces = observeLanguageModel(breaking, observe).write(prompt, stop.signal)[Symbol.asyncIterator]();
  await pieces.next();
  if (left) stop.abort();
  await expect(pieces.next()).rejects.toThrow("broken off");
  expect(told).toMatchObject([{ purpose: "language", result }]);
});

it("tells of calls of every kind of model, and of those that fail, which still fail", async () => {
  const { told, observe } = watching();
  const embedder = observeEmbedder({ space: "s", embed: async () => ({ vectors: [], usage }) }, observe);
  await embedder.embed([], "query", never);
  const reranker = observeReranker({ name: "r", rerank: away }, observe);
  await expect(reranker.rerank("", [], never)).rejects.toThrow("the model is away");
  await observeLanguageModel(writer, observe).fill(prompt, { name: "", schema: {}, isStrict: true }, never);
  expect(told).toMatchObject([
    { purpose: "embedding", result: "answered", tokensIn: 7 },
    { purpose: "reranking", result: "failed" },
    { purpose: "language", result: "answered", tokensOut: 3 },
  ]);
});
