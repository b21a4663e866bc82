import { createSourcesClient } from "@headwater/client";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createOperationThreads,
  defaultOperationThreads,
  type OperationThreads,
} from "../src/adapters/threads/operation-threads.ts";
import type { Caller } from "../src/auth/authenticate.ts";
import { invalidCredentials, permissionDenied } from "../src/auth/errors.ts";
import { createRequestReaders } from "../src/compose/spec.ts";
import { createApp } from "../src/http/app.ts";
import { tooBusy } from "../src/http/error-body.ts";
import { listen } from "../src/http/listen.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { checkedFetch } from "../testing/checked-fetch.ts";
import { neverRevoked } from "../testing/never-revoked.ts";

/** A thread that answers a question once the test lets it. */
const serving = new URL("../src/adapters/threads/serve-operations.ts", import.meta.url).href;
const script = `
  import { parentPort } from "node:worker_threads";
  import { serveOperations } from ${JSON.stringify(serving)};
  serveOperations(parentPort, (call) => async ({ body }) => {
    const answer = await call("answer", JSON.parse(new TextDecoder().decode(body)).question);
    const reply = { answer, conversation_id: "c", citations: null, usage: {}, elapsed_s: 0 };
    const headers = { "content-type": "application/json; charset=utf-8" };
    return { status: 200, headers, body: new TextEncoder().encode(JSON.stringify(reply)) };
  });
`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

const callers: Record<string, Caller> = Object.fromEntries(
  ["one", "other"].map((project) => [
    `Bearer ${project}`,
    { ...{ projectId: project, projectName: project, tokenId: project }, readOnly: false, manage: false },
  ]),
) as unknown as Record<string, Caller>;

/** Two places, and one to wait in for each project. */
const limits = { size: 2, perThread: 1, minWaiting: 1, maxWaitMs: 0, isHeavy: () => false };

describe("a service that has more questions than it can hold", () => {
  let threads: OperationThreads;
  let origin: string;
  let close: () => Promise<void>;
  /** Ends what the threads wait for: all questions from then on are answered at once. */
  let letGo: () => void;
  let held: Promise<Response>[];
  /** Resolves when so many questions have been taken, or refused. */
  let arrived: (count: number) => Promise<void>;

  beforeEach(async () => {
    const free = Promise.withResolvers<void>();
    letGo = free.resolve;
    const services = {
      answer: async (question: string) => {
        await free.promise;
        return `Answer to ${question}`;
      },
    };
    threads = createOperationThreads(
      { entry, workerData: {}, services, clock: systemClock, tooBusy },
      { ...defaultOperationThreads, ...limits },
    );
    const arrivals: (() => void)[] = [];
    const waits = Array.from({ length: 10 }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrivals.push(resolve);
      return promise;
    });
    arrived = async (count) => void (await Promise.all(waits.slice(0, count)));
    const app = await createApp({
      rooms: {},
      runOperation: (request, signal) => {
        const reply = threads.run(request, signal);
        arrivals.shift()?.();
        return reply;
      },
      watchToken: neverRevoked,
      admit: threads.admit,
      authenticate: async (authorization) => {
        if (authorization === "Bearer forbidden") throw permissionDenied();
        const caller = callers[authorization ?? ""];
        if (!caller) throw invalidCredentials();
        return caller;
      },
      readers: createRequestReaders(),
      logger: pino({ level: "silent" }),
      metrics: { observe: () => {} },
      flowsDomain: "flows.localhost",
      flowProject: async () => null,
      trustProxy: false,
      stopping: new AbortController().signal,
      cutOff: new AbortController().signal,
      storage: { isFull: () => false, hold: async () => () => {} },
    });
    origin = await listen(app, { host: "127.0.0.1", port: 0 });
    close = () => app.close();
    held = [];
    // One after the other: a body that is still on its way counts as one that waits.
    for (const question of ["first", "second", "third"]) {
      held.push(ask("one", { question }));
      await arrived(held.length);
    }
  });
  afterEach(async () => {
    letGo();
    await Promise.all(held.map(async (answer) => (await answer).text()));
    await close();
    await threads.close();
  });

  const ask = (token: string | null, body: unknown): Promise<Response> =>
    checkedFetch(`${origin}/sources/ask-sources`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it("refuses the next with 429 and when to come again, in seconds and milliseconds", async () => {
    const refused = await ask("one", { question: "fourth" });
    expect(refused.status).toBe(429);
    const detail = "Too many requests are waiting. Send this one again after the time in Retry-After.";
    expect(await refused.json()).toEqual({ detail, message: detail });
    const milliseconds = Number(refused.headers.get("retry-after-ms"));
    expect(milliseconds).toBeGreaterThan(0);
    expect(refused.headers.get("retry-after")).toBe(String(Math.ceil(milliseconds / 1000)));
  });

  it("answers those it took, in the end", async () => {
    letGo();
    const answers = await Promise.all(held.map(async (answer) => (await answer).clone().json()));
    expect(answers.map((body) => (body as { answer: string }).answer)).toEqual([
      "Answer to first",
      "Answer to second",
      "Answer to third",
    ]);
  });

  it("says who may not ask at all before it says that it is busy", async () => {
    expect((await ask(null, { question: "x" })).status).toBe(401);
    expect((await ask("forbidden", { question: "x" })).status).toBe(403);
  });

  it("says that it is busy before it looks at the body", async () => {
    expect((await ask("one", "this is not JSON")).status).toBe(429);
    expect((await ask("one", { question: "" })).status).toBe(429);
  });

  it.each([
    ["POST", "/prebuilt-rag", { query: "x" }],
    ["POST", "/run-extraction", { file_ids: ["x"], user_instruction: "x", output_schema: {} }],
    ["POST", "/list-sources", {}],
    ["POST", "/elements", { file_id: "x" }],
    ["GET", "/get-elements?file_id=x", undefined],
    ["GET", "/", undefined],
  ])("refuses %s %s too", async (method, path, body) => {
    const refused = await checkedFetch(`${origin}/sources${path}`, {
      method,
      headers: { authorization: "Bearer one", "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after-ms")).toMatch(/^\d+$/);
  });

  it("goes on taking another project's questions, and telling that it is alive", async () => {
    const other = ask("other", { question: "mine" });
    await arrived(4);
    expect((await checkedFetch(`${origin}/healthz`)).status).toBe(200);
    letGo();
    expect(await (await other).json()).toMatchObject({ answer: "Answer to mine" });
  });

  it("answers our client, which comes again by itself after the time it was told", async () => {
    const statuses: number[] = [];
    const client = createSourcesClient({
      baseUrl: `${origin}/sources`,
      token: "one",
      fetch: async (...request) => {
        const response = await checkedFetch(...request);
        statuses.push(response.status);
        // Those who came before are answered, and there is room again, before the client hears of the refusal.
        letGo();
        await Promise.all(held);
        return response;
      },
    });
    const { data } = await client.POST("/ask-sources", { body: { question: "fourth" } });
    expect(data?.answer).toBe("Answer to fourth");
    expect(statuses).toEqual([429, 200]);
  });
});
