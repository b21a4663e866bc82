import { once } from "node:events";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../src/auth/authenticate.ts";
import { createWatchTokens } from "../src/auth/watch-tokens.ts";
import { createRequestReaders } from "../src/compose/spec.ts";
import { createApp } from "../src/http/app.ts";
import { tooBusy } from "../src/http/error-body.ts";
import { eventFrame, eventStreamHeaders } from "../src/http/event-frame.ts";
import { listen } from "../src/http/listen.ts";
import type { OperationReply, OperationRequest } from "../src/http/operation.ts";
import { createEventRuns, defaultEventRuns, type EventRuns } from "../src/http/runs/event-runs.ts";
import { createOrderedLanes } from "../src/http/runs/ordered-lanes.ts";
import { createRunQuestions } from "../src/http/runs/run-questions.ts";
import { ServiceError } from "../src/kernel/service-error.ts";
import { createManualClock, type ManualClock } from "../testing/contracts/open-stores.ts";
import { createManualTimer } from "../testing/manual-timer.ts";

/** A question that is being answered: the test writes its events. */
type Asked = {
  request: OperationRequest;
  signal: AbortSignal;
  begin(): void;
  write(event: string, data: unknown): void;
  end(error?: Error): void;
};

const limits = { ...defaultEventRuns, maxRunBytes: 2_000, ofProject: { runs: 3, bytes: 4_000 } };

let origin: string;
let clock: ManualClock;
let pass: (ms: number) => Promise<void>;
let runs: EventRuns;
let close: () => Promise<void>;
/** Questions in the order in which work on them began. */
let asked: Asked[];
let faults: unknown[];
let polling = 0;
/** Ids of tokens. */
let revoked: Set<string>;

/** Carries out a question as a thread does: the test says what is answered. */
function carryOut(request: OperationRequest, signal: AbortSignal): Promise<OperationReply> {
  const { promise, resolve, reject } = Promise.withResolvers<OperationReply>();
  const pieces: Uint8Array[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};
  signal.addEventListener("abort", () => {
    reject(signal.reason);
    wake();
  });
  const body = async function* () {
    for (;;) {
      const piece = pieces.shift();
      if (piece) yield piece;
      else if (failure) throw failure;
      else if (ended) return;
      else if (signal.aborted) throw new Error("the work was aborted");
      else
        await new Promise<void>((resume) => {
          wake = resume;
        });
    }
  };
  let id = 0;
  const question: Asked = {
    request,
    signal,
    begin: () => resolve({ status: 200, headers: { ...eventStreamHeaders }, body: body() }),
    write(event, data) {
      id += 1;
      pieces.push(eventFrame(id, { event, data }));
      wake();
    },
    end(error) {
      ended = true;
      failure = error;
      wake();
    },
  };
  asked.push(question);
  return promise;
}

beforeEach(async () => {
  clock = createManualClock();
  const manual = createManualTimer(clock);
  pass = manual.pass;
  asked = [];
  faults = [];
  revoked = new Set();
  runs = createEventRuns({ clock, timer: manual.timer, onFault: (error) => void faults.push(error) }, limits);
  const callers = ["one", "other", "reader"].map((project): [string, Caller] => [
    `Bearer ${project}`,
    {
      projectId: project === "reader" ? "one" : project,
      projectName: project,
      tokenId: project,
      readOnly: project === "reader",
      manage: false,
      expiresAt: null,
    },
  ]);
  const app = await createApp({
    rooms: {
      answerRuns: runs,
      // A build that goes on until the request ends.
      async getBuild({ signal }) {
        polling += 1;
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
        return null;
      },
    },
    runOperation: createRunQuestions({
      run: carryOut,
      lanes: createOrderedLanes({ clock, tooBusy }),
      runs,
      durable: { hold: async () => () => {}, conclude() {}, drop() {} },
      failures: { askSources: "Failed to answer question" },
    }),
    admit: () => () => {},
    authenticate: async (header) => {
      const caller = new Map(callers).get(header ?? "");
      if (!caller) throw new ServiceError(401, "Invalid authentication credentials");
      return caller;
    },
    watchToken: createWatchTokens({
      tokens: { findKnown: async (ids) => ids.filter((id) => !revoked.has(id)) },
      clock,
      timer: manual.timer,
      onFault: (error) => void faults.push(error),
    }).watch,
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
});
afterEach(() => {
  runs.close(new ServiceError(503, "The service is stopping."));
  return close();
});

const send = (path: string, init: RequestInit & { as?: string } = {}) =>
  fetch(`${origin}/sources${path}`, {
    ...init,
    headers: { authorization: `Bearer ${init.as ?? "one"}`, ...(init.headers as Record<string, string>) },
  });
const ask = (body: object = {}, init: RequestInit & { as?: string } = {}) =>
  send("/ask-sources", {
    method: "POST",
    body: JSON.stringify({ question: "What?", ...body }),
    ...init,
    headers: { "content-type": "application/json", accept: "text/event-stream", ...(init.headers as object) },
  });
const nth = async (count: number): Promise<Asked> => {
  await expect.poll(() => asked.length).toBe(count);
  return asked[count - 1] as Asked;
};
/** Asks, and begins to answer. */
const begin = async (body: object = {}, init: RequestInit & { as?: string } = {}) => {
  const answer = ask(body, init);
  const question = await nth(asked.length + 1);
  question.begin();
  question.write("status", { answer_id: question.request.runId });
  const response = await answer;
  return { question, response, id: String(question.request.runId) };
};
const resume = (id: string, after?: string, init: RequestInit & { as?: string } = {}) =>
  send(`/answers/${id}/events`, { ...init, headers: after === undefined ? {} : { "last-event-id": after } });
const detailOf = async (response: Response) => ((await response.json()) as { detail: string }).detail;
/** Reads until the text has arrived. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
  let read = "";
  while (!read.includes(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended before ${text}: ${read}`);
    read += Buffer.from(value).toString();
  }
  return read;
}
const readerOf = ({ body }: Response) => (body as ReadableStream<Uint8Array>).getReader();

describe("a streamed answer", () => {
  it("goes on when its reader leaves, and is resumed from any event, byte for byte", async () => {
    const { question, response, id } = await begin();
    const reader = readerOf(response);
    const first = await readUntil(reader, "answer_id");
    await reader.cancel();
    question.write("delta", { text: "Two " });
    const resumed = await resume(id, "1");
    const live = readerOf(resumed);
    expect(await readUntil(live, "Two ")).toBe('id: 2\nevent: delta\ndata: {"text":"Two "}\n\n');
    question.write("delta", { text: "years.\né" });
    question.write("answer", { answer: "Two years.\né" });
    question.end();
    expect(question.signal.aborted).toBe(false);
    await readUntil(live, "event: answer");
    expect((await live.read()).done).toBe(true);

    const whole = await (await resume(id)).text();
    expect(whole.startsWith(first)).toBe(true);
    const frames = whole.split(/(?<=\n\n)/);
    expect(frames).toHaveLength(4);
    for (const cut of frames.keys()) {
      const before = frames.slice(0, cut).join("");
      expect(before + (await (await resume(id, String(cut))).text())).toBe(whole);
    }
    expect((await resume(id, "4")).status).toBe(204);
  });

  it("may have several readers at once", async () => {
    const { question, response, id } = await begin();
    const second = await resume(id);
    question.write("answer", { answer: "x" });
    question.end();
    expect(await response.text()).toBe(await second.text());
  });

  it("is stopped by request, also with a read-only token: its readers are told, its work ends", async () => {
    const { question, response, id } = await begin();
    const stopped = await send(`/answers/${id}`, { method: "DELETE", as: "reader" });
    expect(await stopped.json()).toEqual({
      answer_id: id,
      stopped: true,
      message: "Answer stopped successfully",
    });
    expect(question.signal.aborted).toBe(true);
    expect(await response.text()).toMatch(/event: error\ndata: \{"detail":"The answer was stopped\."/);
    const again = await send(`/answers/${id}`, { method: "DELETE" });
    expect(await again.json()).toMatchObject({ stopped: false });
    expect(faults).toEqual([]);
  });

  it("is cancelled when nobody reads it for 60 seconds, and not before", async () => {
    const { question, response, id } = await begin();
    const reader = readerOf(response);
    await readUntil(reader, "answer_id");
    await pass(10 * 60_000 - 1);
    expect(question.signal.aborted).toBe(false);
    const other = await begin();
    await readerOf(other.response).cancel();
    await expect.poll(() => runs.find("one", other.id)?.unreadSince).not.toBeNull();
    await pass(55_000);
    expect(other.question.signal.aborted).toBe(false);
    await pass(10_000);
    expect(other.question.signal.aborted).toBe(true);
    expect(await (await resume(other.id)).text()).toMatch(/No client read this answer for 60 seconds/);
    // The first one was read all the time, but takes too long.
    expect(question.signal.aborted).toBe(true);
    expect(await (await resume(id)).text()).toMatch(/took too long/);
  });

  it("is kept for 10 minutes after its end", async () => {
    const { question, response, id } = await begin();
    question.end();
    await response.text();
    await pass(10 * 60_000 - 1);
    expect((await resume(id)).status).toBe(200);
    await pass(1);
    const expired = await resume(id);
    expect([expired.status, await detailOf(expired)]).toEqual([
      404,
      "Answer not found. It may have expired. Ask again.",
    ]);
  });

  it("is unknown to another project and under another id; read-only tokens may resume", async () => {
    const { question, response, id } = await begin();
    question.end();
    await response.text();
    expect((await resume(id, undefined, { as: "other" })).status).toBe(404);
    expect((await send(`/answers/${id}`, { method: "DELETE", as: "other" })).status).toBe(404);
    expect((await resume("unknown")).status).toBe(404);
    expect((await resume(id, undefined, { as: "reader" })).status).toBe(200);
  });

  it.each(["-1", "x", "1.5", "2", "99999999999999999999"])("400 for the event id %s", async (sent) => {
    const { question, response, id } = await begin();
    question.end();
    await response.text();
    const refused = await resume(id, sent);
    expect([refused.status, await detailOf(refused)]).toEqual([
      400,
      "Invalid input: Last-Event-ID must be the id of an event of this answer",
    ]);
  });

  it("ends with an error event when its work fails, without the reason", async () => {
    const { question, response } = await begin();
    question.write("delta", { text: "Two" });
    question.end(new Error("a secret"));
    expect(await response.text()).toMatch(
      /id: 3\nevent: error\ndata: \{"detail":"Failed to answer question"/,
    );
    expect(faults).toEqual([new Error("a secret")]);
  });

  it("ends with an error event when the service stops", async () => {
    const { response } = await begin();
    runs.close(new ServiceError(503, "The service is stopping."));
    expect(await response.text()).toMatch(/event: error\ndata: \{"detail":"The service is stopping\."/);
  });

  it("ends with an error when it grows too large", async () => {
    const { question, response } = await begin();
    question.write("delta", { text: "x".repeat(3_000) });
    expect(await response.text()).toMatch(/id: 2\nevent: error\ndata: \{"detail":"The answer is too large/);
    expect(question.signal.aborted).toBe(true);
  });

  it("makes room for later ones when there are too many, oldest first, and never while it runs", async () => {
    const running = await begin();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { question, response, id } = await begin();
      question.end();
      await response.text();
      ids.push(id);
    }
    const found = await Promise.all(ids.map(async (id) => (await resume(id)).status));
    expect(found).toEqual([404, 200, 200]);
    expect(runs.find("one", running.id)).not.toBeNull();
    const { question, response, id } = await begin({}, { as: "other" });
    question.end();
    await response.text();
    expect((await resume(id, undefined, { as: "other" })).status).toBe(200);
    running.question.end();
  });

  it("goes with a source or a conversation that is deleted, also while it is written", async () => {
    const done = await begin();
    done.question.write("answer", { citations: [{ file_id: "file-1" }] });
    done.question.end();
    await done.response.text();
    const kept = await begin();
    const running = await begin();
    running.question.write("citation", { file_id: "file-1" });
    kept.question.write("answer", { citations: [{ file_id: "file-2" }] });
    runs.forget("other", "file-1");
    expect((await resume(done.id)).status).toBe(200);
    runs.forget("one", "file-1");
    expect((await resume(done.id)).status).toBe(404);
    expect((await resume(running.id)).status).toBe(404);
    expect(await running.response.text()).toContain("has been deleted");
    expect(running.question.signal.aborted).toBe(true);
    kept.question.end();
    await kept.response.text();
    expect((await resume(kept.id)).status).toBe(200);
  });

  it("ends before it first cites a source that was deleted while it was written", async () => {
    const { question, response, id } = await begin();
    runs.forget("one", "file-1");
    question.write("citation", { file_id: "file-1" });
    question.write("delta", { text: "secret of file-1" });
    const text = await response.text();
    expect(text).not.toContain("file-1");
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/has been deleted.*"status":404/);
    expect((await resume(id)).status).toBe(404);
  });

  it("stops for a reader who was behind when the source was deleted", async () => {
    const { question, response, id } = await begin();
    question.write("citation", { file_id: "file-1" });
    question.write("delta", { text: "said in file-1" });
    question.end();
    await response.text();
    const events = runs.find("one", id)?.read(1, new AbortController().signal);
    expect(String(Buffer.from((await events?.next())?.value ?? []))).toContain("event: citation");
    runs.forget("one", "file-1");
    expect(String(Buffer.from((await events?.next())?.value ?? []))).toContain("has been deleted");
    expect((await events?.next())?.done).toBe(true);
  });

  it("tells in JSON which files it cites so far, without its events", async () => {
    const { question, id } = await begin();
    question.write("citation", { file_id: "file-1", metadata: { copies: [{ file_id: "file-2" }] } });
    question.write("delta", { text: "A text [1]." });
    await expect.poll(() => runs.find("one", id)?.lastEventId).toBe(3);
    const state = await send(`/answers/${id}/events`, { headers: { accept: "application/json" } });
    expect(await state.json()).toEqual({
      answer_id: id,
      ended: false,
      last_event_id: 3,
      cited_file_ids: ["file-1", "file-2"],
    });
    question.end();
  });
});

describe("a token that is revoked", () => {
  it("ends the streams that are open with it, also resumed ones, and no others", async () => {
    const { question, response, id } = await begin();
    const resumed = await resume(id, undefined, { as: "reader" });
    revoked.add("reader");
    await pass(2_000);
    expect(await resumed.text()).toMatch(
      /event: error\ndata: .*Invalid authentication credentials.*"status":401/,
    );
    question.write("delta", { text: "goes on" });
    question.end();
    expect(await response.text()).toContain("goes on");
  });

  it("ends a long poll, and a question that waits, with 401", async () => {
    const poll = send("/builds/b?suppress_elements=true", { as: "reader", headers: { prefer: "wait=60" } });
    const asking = ask({}, { as: "reader", headers: { accept: "application/json" } });
    await nth(1);
    await expect.poll(() => polling).toBe(1);
    revoked.add("reader");
    await pass(2_000);
    for (const answer of [await poll, await asking]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toContain("invalid_token");
    }
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});

describe("questions that wait", () => {
  it("are answered one after the other within a conversation, whatever else is asked", async () => {
    const conversation = { conversation_id: "c" };
    const first = await begin(conversation);
    const second = ask(conversation);
    const other = await begin({ conversation_id: "d" });
    const elsewhere = await begin(conversation, { as: "other" });
    expect(asked).toHaveLength(3);
    first.question.end();
    const next = await nth(4);
    next.begin();
    next.end();
    expect((await second).status).toBe(200);
    for (const { question } of [other, elsewhere]) question.end();
  });

  it("429 for the 34th of one conversation, with a time", async () => {
    const conversation = { conversation_id: "c" };
    const first = await begin(conversation);
    const leave = new AbortController();
    const sent = Array.from({ length: 33 }, () => ask(conversation, { signal: leave.signal }));
    // The other 32 wait.
    const refused = await Promise.race(sent);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(asked).toHaveLength(1);
    leave.abort();
    await Promise.allSettled(sent);
    first.question.end();
  });

  it("wait for the answer under the same key, and for no other", async () => {
    const headers = { "idempotency-key": "k" };
    const first = await begin({}, { headers });
    const same = ask({}, { headers });
    const other = await begin({}, { headers: { "idempotency-key": "l" } });
    first.question.end();
    const next = await nth(3);
    expect(next.request.headers["idempotency-key"]).toBe("k");
    next.begin();
    next.end();
    other.question.end();
    expect((await same).status).toBe(200);
  });
});

it("an answer in JSON ends with its connection", async () => {
  const leave = new AbortController();
  const call = ask({}, { signal: leave.signal, headers: { accept: "application/json" } });
  const question = await nth(1);
  leave.abort();
  await expect(call).rejects.toThrow();
  if (!question.signal.aborted) await once(question.signal, "abort");
});
