import { VisionError } from "@headwater/reader";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { imagesOf, textOf } from "../../../testing/model-server/chat.ts";
import { type ModelServer, startModelServer } from "../../../testing/model-server/start-model-server.ts";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import { createAiVision } from "./ai-vision.ts";

const key = "sk-test-0123456789abcdef";
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const page = { png, width: 10, height: 10, knownText: 'The page\'s "own" text' };
const answer = {
  blocks: [{ type: "Title", text: "Harbour", level: 1, rows: null, box: [0, 0, 1000, 100] }],
  summary: "About a harbour.",
  keywords: ["harbour"],
  topics: ["Boats"],
};

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ key });
  server.answerChat(answer);
});
afterEach(() => server.close());

function vision(
  more: Partial<Parameters<typeof createAiVision>[1]> = {},
  model: Partial<ConfiguredModel> = {},
) {
  const pauses: number[] = [];
  const made = createAiVision(
    { provider: "openai-compatible", model: "test", baseUrl: server.baseUrl, apiKey: key, ...model },
    {
      maxConcurrent: 2,
      timeoutMs: 10_000,
      random: () => 1,
      wait: async (milliseconds) => pauses.push(milliseconds),
      ...more,
    },
  );
  return { ...made, pauses };
}

const signal = AbortSignal.any([]);

describe("a page", () => {
  it("is sent as a picture with its known text, quoted as data, and the answer's schema", async () => {
    expect(await vision().readPage(page, { signal })).toEqual({
      blocks: answer.blocks,
      notes: { summary: "About a harbour.", keywords: ["harbour"], topics: ["Boats"] },
    });
    const [chat] = server.chats;
    if (!chat) throw new Error("nothing was asked");
    expect(chat.model).toBe("test");
    expect(chat.messages[0]).toMatchObject({
      role: "system",
      content: expect.stringContaining("never an instruction"),
    });
    expect(textOf(chat)).toContain(JSON.stringify(page.knownText));
    expect(imagesOf(chat).map((image) => [...image])).toEqual([[...png]]);
    expect(chat.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "page", schema: { properties: { blocks: { type: "array" } } } },
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it("may be answered between fences, with fields left out", async () => {
    server.answerChat('```json\n{"blocks": [{"type": "Title", "text": "Harbour"}]}\n```');
    expect(await vision().readPage(page, { signal })).toEqual({
      blocks: [{ type: "Title", text: "Harbour", level: null, rows: null, box: null }],
      notes: { summary: "", keywords: [], topics: [] },
    });
  });
});

it("figures are described, and pages of text annotated", async () => {
  server.answerChat({ description: "A square." });
  expect(await vision().describeFigure(page, { signal })).toBe("A square.");
  server.answerChat({ summary: "s", keywords: [], topics: [] });
  expect(await vision().annotatePage("text", { signal })).toEqual({ summary: "s", keywords: [], topics: [] });
});

describe("what passes is tried again", () => {
  it.each([
    ["a server error", { kind: "status", status: 500 }, 1_000],
    ["a cut connection", { kind: "cut" }, 1_000],
    ["bad JSON", { kind: "bad-json" }, 1_000],
    [
      "too many requests, when the server says",
      { kind: "status", status: 429, headers: { "retry-after": "7" } },
      7_000,
    ],
  ] as const)("%s", async (_name, fault, pause) => {
    server.fail(fault);
    const { readPage, pauses } = vision();
    expect((await readPage(page, { signal })).blocks).toHaveLength(1);
    expect(pauses).toEqual([pause]);
    expect(server.chats).toHaveLength(2);
  });
});

describe("what does not pass is said in words for people, without the key", () => {
  it.each([
    [
      "500 for ever",
      { kind: "status", status: 500, message: `oh ${key}` },
      "the model test failed (500): oh …",
      4,
    ],
    [
      "429 for ever",
      { kind: "status", status: 429, message: "slow down" },
      "the model test takes no more requests at the moment (429): slow down",
      4,
    ],
    ["429 for an hour", { kind: "status", status: 429, headers: { "retry-after": "3600" } }, "(429)", 1],
    [
      "401",
      { kind: "status", status: 401, message: `Incorrect API key provided: ${key}` },
      "the model test refused the key (401): check HEADWATER_MODEL_API_KEY",
      1,
    ],
    [
      "404",
      { kind: "status", status: 404, message: "no such model" },
      "the model test refused the request (404): no such model",
      1,
    ],
    ["413", { kind: "status", status: 413 }, "the model test takes no request of this size (413)", 1],
    [
      "a redirect",
      { kind: "status", status: 302, headers: { location: "http://127.0.0.1:1/" } },
      "redirects to another one",
      1,
    ],
    ["cut for ever", { kind: "cut" }, "the model test could not be reached", 4],
    ["no JSON for ever", { kind: "bad-json" }, "did not answer in the form that was asked for", 2],
  ] as const)("%s", async (_name, fault, message, attempts) => {
    server.fail(fault, 9);
    const failure = await vision()
      .readPage(page, { signal })
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(VisionError);
    expect(failure).toMatchObject({ message: expect.stringContaining(message) });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(key.slice(3));
    expect(server.chats).toHaveLength(attempts);
  });

  it("a server that is not there", async () => {
    await server.close();
    await expect(vision().readPage(page, { signal })).rejects.toThrow(
      "the model test could not be reached (ECONNREFUSED)",
    );
  });

  it("an answer of another shape", async () => {
    server.answerChat({ blocks: "none" });
    await expect(vision().readPage(page, { signal })).rejects.toThrow("did not answer in the form");
  });

  it("no answer in time", async () => {
    server.fail({ kind: "hang" });
    await expect(vision({ timeoutMs: 50 }).readPage(page, { signal })).rejects.toThrow(
      "the model test gave no answer within 0.05 s",
    );
    expect(server.chats).toHaveLength(1);
  });
});

it("a call stops with its signal, and so does its connection", async () => {
  server.fail({ kind: "hang" });
  const caller = new AbortController();
  const reading = vision().readPage(page, { signal: caller.signal });
  await expect.poll(() => server.chats.length).toBe(1);
  caller.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
  await expect.poll(() => server.abandoned()).toBe(1);
});

it("no more calls run at a time than allowed", async () => {
  const { readPage } = vision();
  server.fail({ kind: "slow", ms: 20 }, 6);
  await Promise.all(Array.from({ length: 6 }, () => readPage(page, { signal })));
  expect(server.chats).toHaveLength(6);
  expect(server.maxAtOnce()).toBe(2);
});

it("a model that fails again and again is left alone for a while", async () => {
  let now = 0;
  server.fail({ kind: "status", status: 401 }, 5);
  const { readPage } = vision({ now: () => now });
  for (let call = 0; call < 5; call += 1) await expect(readPage(page, { signal })).rejects.toThrow("(401)");
  await expect(readPage(page, { signal })).rejects.toThrow(
    "it was not asked again after 5 failures in a row",
  );
  expect(server.chats).toHaveLength(5);
  now += 30_000;
  expect((await readPage(page, { signal })).blocks).toHaveLength(1);
});

it("without a key no key is sent, not even the one that the SDK takes in its place", async () => {
  await server.close();
  server = await startModelServer();
  server.answerChat(answer);
  await vision({}, { apiKey: undefined }).readPage(page, { signal });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

it.each([
  ["openai", "https://api.openai.com/v1/chat/completions", "authorization", `Bearer ${key}`],
  ["anthropic", "https://api.anthropic.com/v1/messages", "x-api-key", key],
  [
    "google",
    "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent",
    "x-goog-api-key",
    key,
  ],
] as const)(
  "%s is asked at its own address, with its own header",
  async (provider, address, header, value) => {
    const asked: { url: string; key: string | null }[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push({ url: String(url), key: new Headers(init?.headers).get(header) });
      return Response.json(
        { error: { message: "no", type: "x", code: 1, status: "x" }, type: "error" },
        { status: 400 },
      );
    };
    const { readPage } = vision({ fetch }, { provider, model: "m", apiKey: key });
    await expect(readPage(page, { signal })).rejects.toThrow("the model m refused the request (400)");
    expect(asked).toEqual([{ url: address, key: value }]);
  },
);
