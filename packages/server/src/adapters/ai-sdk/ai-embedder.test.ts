import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../../../testing/model-server/start-model-server.ts";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import { createAiEmbedder } from "./ai-embedder.ts";

const key = "sk-test-0123456789abcdef";
const never = AbortSignal.any([]);

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ key });
});
afterEach(() => server.close());

const embedder = (address: Partial<ConfiguredModel> = {}, fetch?: typeof globalThis.fetch) =>
  createAiEmbedder(
    { provider: "openai-compatible", model: "test", baseUrl: server.baseUrl, apiKey: key, ...address },
    { maxConcurrent: 2, timeoutMs: 10_000, wait: async () => {}, fetch },
  );

const cosine = (one: Float32Array = new Float32Array(), other?: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0);

it("gives each text a vector of length 1, alike for alike texts", async () => {
  const { vectors, usage } = await embedder().embed(
    ["boats in the harbour", "harbour boats", "tax law"],
    "passage",
    never,
  );
  expect(vectors).toHaveLength(3);
  expect(cosine(vectors[0], vectors[0])).toBeCloseTo(1, 5);
  expect(cosine(vectors[0], vectors[1])).toBeGreaterThan(cosine(vectors[0], vectors[2]) + 0.3);
  expect(usage).toMatchObject({ tokensIn: 30 });
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

it("sends many texts in several calls, in order", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `word${index}`);
  const { vectors } = await embedder().embed(texts, "passage", never);
  expect(server.embeddings.map(({ input }) => input.length)).toEqual([96, 96, 8]);
  expect(vectors[150]).toEqual((await embedder().embed(["word150"], "passage", never)).vectors[0]);
  expect(await embedder().embed([], "query", never)).toMatchObject({ vectors: [] });
});

it.each([
  ["nomic-embed-text:latest", "query", "search_query: tide"],
  ["nomic-embed-text:latest", "passage", "search_document: tide"],
  ["intfloat/multilingual-e5-large", "passage", "passage: tide"],
  ["multilingual-e5-large-instruct", "passage", "tide"],
  ["BAAI/bge-small-en-v1.5", "query", "Represent this sentence for searching relevant passages: tide"],
  ["bge-m3", "query", "tide"],
] as const)("%s reads a %s as it was trained: %s", async (model, purpose, text) => {
  await embedder({ model }).embed(["tide"], purpose, never);
  expect(server.embeddings[0]?.input).toEqual([text]);
});

it("a long text is cut to what models take", async () => {
  await embedder().embed(["word ".repeat(20_000)], "passage", never);
  expect(server.embeddings[0]?.input[0]?.length).toBeLessThan(30_000);
});

it("spaces differ by model and address", () => {
  expect(embedder().space).toBe(`openai-compatible:test@${server.baseUrl}`);
  expect(embedder({ provider: "openai", model: "text-embedding-3-small", baseUrl: "" }).space).not.toContain(
    key,
  );
});

describe("what a model breaks", () => {
  it("another number of dimensions than before", async () => {
    const { embed } = embedder();
    await embed(["one"], "passage", never);
    server.embedBy(() => [1, 2]);
    await expect(embed(["two"], "passage", never)).rejects.toThrow(
      "The model test did not give one vector of 64 dimensions for each text.",
    );
  });

  it("no direction", async () => {
    server.embedBy(() => [0, 0]);
    await expect(embedder().embed(["one"], "passage", never)).rejects.toThrow("did not give one vector");
  });

  it.each([
    ["500", { kind: "status", status: 500 }, "The model test failed (500)"],
    [
      "401",
      { kind: "status", status: 401 },
      "The model test refused the key (401): check HEADWATER_MODEL_API_KEY",
    ],
    ["bad JSON", { kind: "bad-json" }, "did not answer in the form"],
  ] as const)("%s", async (_name, fault, message) => {
    server.fail(fault, 9);
    await expect(embedder().embed(["one"], "query", never)).rejects.toThrow(message);
  });
});

it("Google's models are told the purpose", async () => {
  const asked: { url: string; body: { requests?: unknown; taskType?: string } }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({ url: String(url), body: JSON.parse(String(init?.body)) as object });
    return Response.json({ error: { message: "no", code: 400, status: "x" } }, { status: 400 });
  };
  const google = embedder({ provider: "google", model: "gemini-embedding-001" }, fetch);
  await expect(google.embed(["tide"], "query", never)).rejects.toThrow("refused the request (400)");
  expect(asked[0]?.url).toContain("generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001");
  expect(JSON.stringify(asked[0]?.body)).toContain('"taskType":"RETRIEVAL_QUERY"');
});
