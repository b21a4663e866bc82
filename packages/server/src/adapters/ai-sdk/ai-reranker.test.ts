import { afterEach, beforeEach, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../../../testing/model-server/start-model-server.ts";
import { createAiReranker } from "./ai-reranker.ts";

const key = "sk-test-0123456789abcdef";
const never = AbortSignal.any([]);
const texts = ["tax law", "boats in the harbour", "a harbour"];

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ key });
});
afterEach(() => server.close());

const reranker = (apiKey: string | undefined = key) =>
  createAiReranker(
    { provider: "openai-compatible", model: "bge", baseUrl: server.baseUrl, apiKey },
    { maxConcurrent: 2, timeoutMs: 10_000, wait: async () => {} },
  );

it("gives each text its score, in their order", async () => {
  const { scores, usage } = await reranker().rerank("harbour boats", texts, never);
  expect(scores).toEqual([0, 1, 0.5]);
  expect(usage).toEqual({ tokensIn: 30 });
  expect(server.rerankings).toEqual([{ model: "bge", query: "harbour boats", documents: texts, top_n: 3 }]);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(await reranker().rerank("x", [], never)).toEqual({ scores: [], usage: {} });
});

it("brings raw scores between 0 and 1, in the same order", async () => {
  server.rankBy((_query, text) => (text === "a harbour" ? 4.2 : -3));
  const { scores } = await reranker().rerank("harbour", texts, never);
  expect(scores[2]).toBeGreaterThan(0.9);
  expect(scores[0]).toBeLessThan(0.1);
  expect(scores[0]).toBe(scores[1]);
});

it.each([
  [
    "500",
    { kind: "status", status: 500, message: `oh ${key}` },
    "The model bge failed (500): oh …. Try again in a moment.",
  ],
  [
    "404",
    { kind: "status", status: 404, message: "no /rerank here" },
    "The model bge refused the request (404): no /rerank here.",
  ],
  [
    "a redirect",
    { kind: "status", status: 302, headers: { location: "http://127.0.0.1:1/" } },
    "redirects to another one",
  ],
  ["bad JSON", { kind: "bad-json" }, "The model bge did not answer in the form that was asked for."],
  ["a cut answer", { kind: "cut" }, "The model bge could not be reached"],
] as const)("%s", async (_name, fault, message) => {
  server.fail(fault, 9);
  await expect(reranker().rerank("harbour", texts, never)).rejects.toThrow(message);
});

it("too few scores are no answer", async () => {
  server.rankBy(() => Number.NaN);
  await expect(reranker().rerank("harbour", texts, never)).rejects.toThrow("did not answer in the form");
});

it("without a key no key is sent", async () => {
  await server.close();
  server = await startModelServer();
  await createAiReranker(
    { provider: "openai-compatible", model: "bge", baseUrl: server.baseUrl, apiKey: undefined },
    { maxConcurrent: 1, timeoutMs: 10_000 },
  ).rerank("harbour", texts, never);
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});
