import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemTextOf, textOf } from "../../../testing/model-server/chat.ts";
import { type ModelServer, startModelServer } from "../../../testing/model-server/start-model-server.ts";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import { type AiLanguageModelOptions, createAiLanguageModel } from "./ai-language-model.ts";
import { type CallRules, createModelCalls } from "./model-calls.ts";
import { reasoningEffort } from "./reasoning-effort.ts";

const key = "sk-test-0123456789abcdef";
const prompt = { instructions: "Answer.", text: "What time is high water?" };
const form = {
  name: "tide",
  schema: {
    type: "object",
    properties: { hour: { type: "integer" } },
    required: ["hour"],
    additionalProperties: false,
  },
  isStrict: true,
};
const never = AbortSignal.any([]);

let server: ModelServer;
let pauses: number[];
beforeEach(async () => {
  server = await startModelServer({ key });
  server.answerChat("High water is at nine [1].");
  pauses = [];
});
afterEach(() => server.close());

function language(
  {
    timeoutMs = 10_000,
    ...options
  }: Partial<AiLanguageModelOptions> & Partial<Omit<CallRules, "model">> = {},
  address: Partial<ConfiguredModel> = {},
) {
  const model: ConfiguredModel = {
    provider: "openai-compatible",
    model: "test",
    baseUrl: server.baseUrl,
    apiKey: key,
    ...address,
  };
  const calls = createModelCalls({
    model,
    maxConcurrent: 2,
    random: () => 1,
    wait: async (milliseconds) => pauses.push(milliseconds),
    ...options,
  });
  return createAiLanguageModel(model, { calls, timeoutMs, ...options });
}

/** All that is written; `upTo` pieces when given. */
async function written(model: ReturnType<typeof language>, signal = never) {
  const pieces: string[] = [];
  let usage: unknown;
  try {
    for await (const piece of model.write(prompt, signal)) {
      if (piece.type === "text") pieces.push(piece.text);
      else if (piece.type === "thought") pieces.length = 0;
      else usage = piece.usage;
    }
    return { text: pieces.join(""), pieces, usage };
  } catch (error) {
    return { text: pieces.join(""), pieces, error };
  }
}

describe("writing", () => {
  it("gives the pieces as they come, then what was used", async () => {
    const answer = await written(language());
    expect(answer.text).toBe("High water is at nine [1].");
    expect(answer.pieces.length).toBeGreaterThan(3);
    expect(answer.usage).toMatchObject({ tokensIn: 100, tokensOut: 20, calls: 1 });
    expect(answer.usage).toHaveProperty("modelMs", expect.any(Number));
    const [chat] = server.chats;
    expect(chat && systemTextOf(chat)).toBe("Answer.");
    expect(chat && textOf(chat)).toContain(prompt.text);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it("leaves out what a model thought before it answered", async () => {
    server.answerChat("<think>\nIt asks < for the tide.\n</think>\n\nAt nine <b> [1].");
    expect((await written(language())).text).toBe("At nine <b> [1].");
    server.answerChat("It asks for the tide.</think>At nine [1].");
    expect((await written(language())).text).toBe("At nine [1].");
  });

  it.each([
    ["a server error", { kind: "status", status: 500 }, 1_000],
    ["a connection that is cut before anything came", { kind: "cut", after: 0 }, 1_000],
    ["bad JSON before anything came", { kind: "status", status: 200 }, 1_000],
    ["too many requests", { kind: "status", status: 429, headers: { "retry-after": "7" } }, 7_000],
  ] as const)("%s is tried again", async (_name, fault, pause) => {
    server.fail(fault);
    expect((await written(language())).text).toBe("High water is at nine [1].");
    expect(pauses).toEqual([pause]);
    expect(server.chats).toHaveLength(2);
  });

  it.each([
    [
      "cut",
      { kind: "cut", after: 4 },
      "The model test broke off in the middle of its answer. Try again in a moment.",
    ],
    [
      "ends without an end",
      { kind: "unfinished", after: 4 },
      "The model test broke off in the middle of its answer.",
    ],
    ["turns to bad JSON", { kind: "bad-json" }, "The model test broke off in the middle of its answer."],
    [
      "falls silent",
      { kind: "hang", after: 4 },
      "The model test broke off in the middle of its answer: nothing more came within 0.3 s. Try again in a moment.",
    ],
  ] as const)(
    "a stream that %s in the middle is said, and not tried again",
    async (_name, fault, message) => {
      server.fail(fault);
      const { text, error } = await written(language({ timeoutMs: 300 }));
      expect("High water is at nine [1].".startsWith(text) && text !== "").toBe(true);
      expect(error).toBeInstanceOf(ModelUnavailableError);
      expect(error).toMatchObject({ message: expect.stringContaining(message), isPassing: true });
      expect(server.chats).toHaveLength(1);
    },
  );

  it("a slow stream may take longer in all than the model may be silent", async () => {
    server.fail({ kind: "slow", ms: 50 });
    expect((await written(language({ timeoutMs: 400 }))).text).toBe("High water is at nine [1].");
  });

  it("a model that thinks aloud is not silent", async () => {
    server.answerChat("<think>one two three four five six seven eight</think> Nine [1].");
    server.fail({ kind: "slow", ms: 40 });
    expect((await written(language({ timeoutMs: 600 }))).text).toBe("Nine [1].");
  });

  it.each([
    ["no first piece in time", { kind: "hang" }, "The model test gave no answer within 0.05 s", true],
    [
      "401",
      { kind: "status", status: 401 },
      "refused the key (401): check HEADWATER_MODEL_API_KEY. The operator of",
      false,
    ],
    [
      "404",
      { kind: "status", status: 404, message: "no such model" },
      "(404): no such model. The operator of",
      false,
    ],
    [
      "500 for ever",
      { kind: "status", status: 500 },
      "The model test failed (500): fault 500. Try again",
      true,
    ],
  ] as const)("%s", async (_name, fault, message, isPassing) => {
    server.fail(fault, 9);
    const { text, error } = await written(language({ timeoutMs: fault.kind === "hang" ? 50 : 10_000 }));
    expect(text).toBe("");
    expect(error).toMatchObject({ message: expect.stringContaining(message), isPassing });
  });

  it("says when the server wants to be asked again", async () => {
    server.fail({ kind: "status", status: 429, headers: { "retry-after": "3600" } });
    expect((await written(language())).error).toMatchObject({ isPassing: true, retryAfterMs: 3_600_000 });
    expect(pauses).toEqual([]);
  });

  it("an empty answer is asked for once more, then said", async () => {
    server.answerChat("");
    expect((await written(language())).error).toMatchObject({
      message: "The model test gave an empty answer. Try again in a moment.",
    });
    expect(server.chats).toHaveLength(2);
  });

  it("streams that break off again and again open the circuit, which says how long", async () => {
    server.fail({ kind: "cut", after: 4 }, 5);
    const model = language({ now: () => 0 });
    for (let call = 0; call < 5; call += 1) await written(model);
    expect((await written(model)).error).toMatchObject({
      message: expect.stringContaining("it was not asked again after 5 failures in a row"),
      isPassing: true,
      retryAfterMs: 30_000,
    });
    expect(server.chats).toHaveLength(5);
  });

  it("a reader that leaves ends the call and gives its place back", async () => {
    const model = language({ maxConcurrent: 1 });
    server.fail({ kind: "hang", after: 3 });
    for await (const _piece of model.write(prompt, never)) break;
    await expect.poll(() => server.abandoned()).toBe(1);
    expect((await written(model)).text).toBe("High water is at nine [1].");
  });

  it("stops with its signal", async () => {
    server.fail({ kind: "hang", after: 3 });
    const caller = new AbortController();
    const reading = written(language(), caller.signal);
    await expect.poll(() => server.chats.length).toBe(1);
    caller.abort(new Error("enough"));
    expect((await reading).error).toEqual(new Error("enough"));
    await expect.poll(() => server.abandoned()).toBe(1);
  });
});

describe("filling a form", () => {
  it("gives the object, the text, and what was used", async () => {
    server.answerChat('<think>nine</think> Here it is:\n```json\n{"hour": 9}\n```');
    expect(await language().fill(prompt, form, never)).toEqual({
      value: { hour: 9 },
      text: expect.stringContaining('{"hour": 9}'),
      usage: expect.objectContaining({ tokensIn: 100, tokensOut: 20 }),
    });
    expect(server.chats[0]?.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "tide", schema: form.schema, strict: true },
    });
  });

  it("does not hold the model to a form that is not strict", async () => {
    server.answerChat({ hour: 9 });
    await language().fill(prompt, { ...form, isStrict: false }, never);
    expect(server.chats[0]?.response_format?.json_schema?.strict).toBe(false);
  });

  it.each([
    ["json_schema", 1, ["json_schema", "json_object"]],
    ["json_schema and json_object", 2, ["json_schema", "json_object", undefined]],
  ] as const)(
    "asks a server that refuses %s in words, and does not try it again",
    async (_, times, kinds) => {
      server.answerChat({ hour: 9 });
      server.fail(
        { kind: "status", status: 400, message: "This response_format type is unavailable now" },
        times,
      );
      const model = language();
      expect((await model.fill(prompt, form, never)).value).toEqual({ hour: 9 });
      expect(server.chats.map(({ response_format }) => response_format?.type)).toEqual(kinds);
      const last = server.chats.at(-1);
      expect(last && textOf(last)).toContain(JSON.stringify(form.schema.properties));
      await model.fill(prompt, form, never);
      expect(server.chats.at(-1)?.response_format?.type).toBe(kinds.at(-1));
    },
  );

  it("asks by the schema again when the way that was taken is refused", async () => {
    server.answerChat({ hour: 9 });
    const model = language();
    const refusal = { kind: "status", status: 400, message: "response_format is unavailable" } as const;
    server.fail(refusal, 2);
    await model.fill(prompt, form, never);
    server.fail(refusal, 1);
    expect((await model.fill(prompt, form, never)).value).toEqual({ hour: 9 });
    expect(server.chats.at(-1)?.response_format?.type).toBe("json_schema");
  });

  it.each([
    [400, "This model's maximum context length is 4096 tokens", 1],
    [500, "out of memory", 4],
    [400, "no such parameter", 3],
  ])("of a refusal that no form changes, says the first (%d %s)", async (status, message, chats) => {
    server.fail({ kind: "status", status, message }, 9);
    await expect(language().fill(prompt, form, never)).rejects.toThrow(message);
    expect(server.chats).toHaveLength(chats);
  });

  it("asks once more when there is no object, then says so", async () => {
    server.answerChat("nine");
    await expect(language().fill(prompt, form, never)).rejects.toThrow(
      "The model test did not answer in the form that was asked for. Try again in a moment.",
    );
    expect(server.chats).toHaveLength(2);
  });
});

const bodies = {
  openai: (body: Body) => [body.messages?.[0]?.content, body.reasoning_effort, body.response_format?.type],
  anthropic: (body: Body) => [body.system?.[0]?.text, body.thinking?.type, body.output_config?.format?.type],
  google: (body: Body) => [
    body.systemInstruction?.parts[0]?.text,
    body.generationConfig?.thinkingConfig && "thinks",
    body.generationConfig?.responseMimeType,
  ],
};
type Body = {
  messages?: { content: unknown }[];
  reasoning_effort?: string;
  response_format?: { type: string };
  system?: { text: string }[];
  thinking?: { type: string };
  output_config?: { format?: { type: string } };
  systemInstruction?: { parts: { text: string }[] };
  generationConfig?: { thinkingConfig?: unknown; responseMimeType?: string };
};

it.each([
  ["openai", "gpt-5-mini", ["Answer.", "medium", "json_schema"]],
  ["anthropic", "claude-sonnet-4-5", ["Answer.", "disabled", "json_schema"]],
  ["google", "gemini-2.5-flash", ["Answer.", "thinks", "application/json"]],
] as const)("%s gets instructions, effort and form in its own way", async (provider, name, expected) => {
  const asked: Body[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    asked.push(JSON.parse(String(init?.body)) as Body);
    return Response.json({ error: { message: "no", type: "x", code: 1, status: "x" } }, { status: 400 });
  };
  const model = language({ fetch, effort: "medium" }, { provider, model: name });
  await expect(model.fill(prompt, form, never)).rejects.toThrow(
    `The model ${name} refused the request (400)`,
  );
  expect(asked.slice(0, 1).map(bodies[provider])).toEqual([expected]);
});

it.each([
  ["openai", "gpt-5-mini", ["low", "low", "medium", "high"]],
  ["openai", "gpt-4o", []],
  ["openai", "gpt-5-chat-latest", []],
  ["anthropic", "claude-sonnet-4-5", ["none", "low", "medium", "high"]],
  ["anthropic", "claude-3-5-haiku-latest", []],
  ["google", "gemini-2.0-flash", []],
  ["openai-compatible", "qwen3", []],
] as const)("%s:%s thinks as hard as the level says, where it thinks", (provider, name, expected) => {
  const levels = ["fast", "balanced", "accurate", "max"] as const;
  const efforts = levels.map((level) => reasoningEffort({ provider, model: name }, level));
  expect(efforts.filter((effort) => effort !== undefined)).toEqual(expected);
});

it.each([
  ["openai", "gpt-4o", { temperature: 0.7 }, 0.7],
  ["openai", "gpt-4o", undefined, undefined],
  ["openai", "gpt-5-mini", { temperature: 0.7 }, undefined],
  ["openai-compatible", "qwen3", undefined, 0],
  ["openai-compatible", "qwen3", { temperature: 1.5 }, 1.5],
] as const)(
  "%s:%s writes at the temperature asked for, where it takes one",
  async (provider, name, options, sent) => {
    const asked: { temperature?: number }[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      asked.push(JSON.parse(String(init?.body)) as { temperature?: number });
      return Response.json({ error: { message: "no", type: "x", code: 1, status: "x" } }, { status: 400 });
    };
    const model = language({ fetch }, { provider, model: name });
    const read = async () => {
      for await (const piece of model.write(prompt, never, options)) expect(piece).toBeUndefined();
    };
    await expect(read()).rejects.toThrow("refused the request (400)");
    expect(asked.map(({ temperature }) => temperature)).toEqual([sent]);
  },
);
