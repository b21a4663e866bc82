import { afterEach, describe, expect, it } from "vitest";
import type { OperationRequest } from "../../http/operation.ts";
import { systemClock } from "../../kernel/clock.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import {
  createOperationThreads,
  defaultOperationThreads,
  type OperationThreads,
} from "./operation-threads.ts";

/** A thread whose operations do what their body says; `hold` lasts until `let go` is asked of the service. */
const serving = new URL("./serve-operations.ts", import.meta.url).href;
const script = `
  import { getHeapStatistics } from "node:v8";
  import { parentPort, threadId } from "node:worker_threads";
  import { serveOperations } from ${JSON.stringify(serving)};
  const bytes = (text) => new TextEncoder().encode(text);
  const reply = (text) => ({ status: 200, headers: {}, body: bytes(text) });
  serveOperations(parentPort, (call) => async ({ body }, signal) => {
    const [verb, word] = new TextDecoder().decode(body).split(" ");
    if (verb === "keep") globalThis.kept = new Array(Number(word) * 131072).fill(0.5);
    // V8 makes room for new objects, and keeps it.
    if (verb === "waste") for (const used = []; used.length < Number(word); ) used.push([used.length, String(used.length)]);
    if (verb === "held" || verb === "waste") return reply(threadId + " " + Math.round(getHeapStatistics().total_physical_size / 2 ** 20));
    if (verb === "keep" || verb === "who") return reply(String(threadId));
    if (verb === "die") { await call("made", body.length); process.exit(1); }
    if (verb === "spin") for (;;);
    if (verb === "hold") return reply(await call("hold", word) + " in " + threadId);
    if (verb === "wait") {
      await call("hold", word);
      await new Promise((resolve) => signal.aborted ? resolve() : signal.addEventListener("abort", resolve));
      await call("left", word);
      return reply("left");
    }
    if (verb === "refuse") return reply(await call("refuse").catch((error) => error.status + " " + error.message));
    if (verb === "throw") throw new Error("a fault of ours");
    if (verb === "count") return { status: 200, headers: { "x-kind": "stream" }, body: (async function* () {
      for (let n = 1; n <= Number(word); n++) { await call("made", n); yield bytes(String(n) + " "); }
    })() };
  });
`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

class TooBusy extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super("too busy");
    this.retryAfterMs = retryAfterMs;
  }
}

describe("threads that carry out operations", () => {
  let threads: OperationThreads;
  afterEach(() => threads.close());

  /** What is held, by word: begun once the thread is there, ended by the test. */
  const held = new Map<string, { begun: PromiseWithResolvers<void>; end: PromiseWithResolvers<string> }>();
  const hold = (word: string) => {
    const known = held.get(word) ?? { begun: Promise.withResolvers(), end: Promise.withResolvers() };
    held.set(word, known);
    return known;
  };
  const order: string[] = [];
  const made: number[] = [];

  const open = (options: Partial<Parameters<typeof createOperationThreads>[1]> = {}) => {
    held.clear();
    order.length = 0;
    made.length = 0;
    const services = {
      hold: async (word: string) => {
        order.push(word);
        hold(word).begun.resolve();
        return hold(word).end.promise;
      },
      left: async (word: string) => hold(`${word} left`).begun.resolve(),
      refuse: async () => Promise.reject(new ServiceError(404, "File not found")),
      made: async (number: number) => void made.push(number),
    };
    threads = createOperationThreads(
      { entry, workerData: {}, services, clock: systemClock, tooBusy: (ms) => new TooBusy(ms) },
      { ...defaultOperationThreads, size: 2, perThread: 1, isHeavy: () => false, ...options },
    );
  };
  const never = new AbortController().signal;
  const request = (text: string, project = "a"): OperationRequest => ({
    operationId: "askSources",
    params: {},
    query: {},
    headers: {},
    body: new TextEncoder().encode(text),
    caller: { projectId: project } as OperationRequest["caller"],
  });
  const bytesOf = async (body: Uint8Array | AsyncIterable<Uint8Array> | null) => {
    if (body === null || body instanceof Uint8Array) return Buffer.from(body ?? []).toString();
    let text = "";
    for await (const piece of body) text += Buffer.from(piece).toString();
    return text;
  };
  const admit = (text: string, projectId = "a") =>
    threads.admit({ operationId: "askSources", projectId, bodyBytes: text.length });
  const run = async (text: string, project?: string, signal = never) =>
    bytesOf((await threads.run(request(text, project), signal)).body);

  it("lets another project's request go before the second one of a project that came first", async () => {
    open({ size: 1 });
    const first = run("hold a1", "a");
    await hold("a1").begun.promise;
    const rest = [run("hold a2", "a"), run("hold a3", "a"), run("hold b1", "b")];
    for (const word of ["a1", "a2", "b1", "a3"]) hold(word).end.resolve(word);
    await Promise.all([first, ...rest]);
    expect(order).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("keeps a thread free of heavy work, and lets heavy work wait for the other", async () => {
    open({ isHeavy: ({ bodyBytes }) => bodyBytes === "hold heavy1".length });
    const one = run("hold heavy1");
    const two = run("hold heavy2");
    await hold("heavy1").begun.promise;
    const quick = run("hold quick");
    await hold("quick").begun.promise;
    expect(order).toEqual(["heavy1", "quick"]);
    for (const word of ["heavy1", "heavy2", "quick"]) hold(word).end.resolve(word);
    await Promise.all([one, two, quick]);
    expect(order).toEqual(["heavy1", "quick", "heavy2"]);
  });

  it("tries an operation again when another one took its thread down", async () => {
    open({ size: 1, perThread: 2 });
    const innocent = run("hold innocent");
    await hold("innocent").begun.promise;
    const dying = expect(run("die")).rejects.toThrow("ended");
    await expect.poll(() => order).toEqual(["innocent", "innocent"]);
    hold("innocent").end.resolve("served");
    expect(await innocent).toMatch(/^served in /);
    await dying;
  });

  it.each([
    ["once more", false, 2],
    ["not again, having been alone already,", true, 1],
  ])("tries an operation %s that took its thread down", async (_, isHeavy, times) => {
    open({ isHeavy: () => isHeavy });
    await expect(run("die")).rejects.toThrow("ended");
    expect(made).toEqual(Array(times).fill("die".length));
  });

  it("ends a thread that computes without end, and serves the next operation", async () => {
    open({ size: 1, silenceMs: 40 });
    await expect(run("spin")).rejects.toThrow("ended");
    expect(await run("who")).toMatch(/^\d+$/);
  });

  it("ends an operation that takes too long, once", async () => {
    open({ size: 1, operationMs: 1_000 });
    await run("who");
    await expect(run("hold for ever")).rejects.toThrow("ended");
    expect(order).toEqual(["for"]);
  });

  it("gives an operation the time that it may take at least", async () => {
    open({ size: 1, operationMs: 1, minOperationMs: () => 60_000 });
    const running = run("hold slow");
    await Promise.race([hold("slow").begun.promise, running]);
    hold("slow").end.resolve("done");
    expect(await running).toMatch(/^done in/);
  });

  it("tells the thread that the caller has gone, and forgets one that still waits", async () => {
    open({ size: 1 });
    const leaving = new AbortController();
    const running = run("wait first", "a", leaving.signal);
    await hold("first").begun.promise;
    const waiting = run("hold second", "a", leaving.signal);
    hold("first").end.resolve("");
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await hold("first left").begun.promise;
    await running;
    expect(order).toEqual(["first"]);
  });

  it("refuses when the wait would be too long, never below the number that may always wait", async () => {
    open({ size: 1, minWaiting: 2, maxWaitMs: 0 });
    const all = ["one", "two", "three"].map((word) => run(`hold ${word}`));
    await hold("one").begun.promise;
    expect(() => admit("hold four")).toThrow(TooBusy);
    admit("hold other", "b")();
    const other = run("hold other", "b");
    for (const word of ["one", "two", "three", "other"]) hold(word).end.resolve(word);
    await Promise.all([...all, other]);
  });

  it("never refuses 64 waiting questions of a project, however long they would wait", async () => {
    open({ size: 1, maxWaitMs: 0 });
    const first = run("hold first");
    await hold("first").begun.promise;
    for (let waiting = 0; waiting < 64; waiting += 1) admit("question");
    expect(() => admit("question")).toThrow(TooBusy);
    admit("question", "b");
    hold("first").end.resolve("first");
    await first;
  });

  it("refuses bodies that would hold too much memory while they wait", async () => {
    open({ size: 1, maxWaitingBytes: 20 });
    const first = run("hold one");
    await hold("one").begun.promise;
    const second = run("hold two");
    expect(() => admit(`hold ${"x".repeat(20)}`)).toThrow(TooBusy);
    for (const word of ["one", "two"]) hold(word).end.resolve(word);
    await Promise.all([first, second]);
  });

  it("counts those whose bodies are still on their way, until they are there or have gone", () => {
    open({ size: 1, minWaiting: 2, maxWaitMs: 0 });
    const [leave] = [admit("one"), admit("two")];
    expect(() => admit("three")).toThrow(TooBusy);
    leave();
    leave();
    admit("three");
    expect(() => admit("four")).toThrow(TooBusy);
  });

  it("passes errors of the service on as what they are, and its own as faults", async () => {
    open();
    expect(await run("refuse")).toBe("404 File not found");
    await expect(run("throw")).rejects.toThrow("a fault of ours");
  });

  it("streams an answer, and makes no more of it than the reader takes", async () => {
    open();
    const { headers, body } = await threads.run(request("count 1000"), never);
    expect(headers).toEqual({ "x-kind": "stream" });
    const pieces = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    for (let taken = 0; taken < 3; taken++) await pieces.next();
    await run("who");
    expect(made.length).toBeLessThan(20);
    let rest = 0;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) rest += 1;
    expect(rest).toBe(997);
  });

  it("is free for the next operation when the reader leaves a stream", async () => {
    open({ size: 1 });
    const { body } = await threads.run(request("count 1000"), never);
    for await (const _piece of body as AsyncIterable<Uint8Array>) break;
    expect(await run("who")).toMatch(/^\d+$/);
  });

  it("replaces the first thread, too, when it holds much without work", async () => {
    open({ idleMs: 10 });
    const first = await run("keep 96");
    await expect.poll(() => run("who"), { interval: 100 }).not.toBe(first);
  });

  it("keeps the first thread, and frees what it no longer uses, when there is no work", async () => {
    open({ idleMs: 10 });
    const holding = async (verb: string) => {
      const [thread, megabytes] = (await run(verb)).split(" ");
      return { thread, much: Number(megabytes) > 14 };
    };
    const first = await holding("waste 50000");
    expect(first.much).toBe(true);
    await expect.poll(() => holding("held"), { interval: 100 }).toEqual({ ...first, much: false });
  });

  it("rejects what runs and waits when it closes", async () => {
    open({ size: 1 });
    const running = run("hold one");
    await hold("one").begun.promise;
    const waiting = run("hold two");
    const both = Promise.allSettled([running, waiting]);
    await threads.close();
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
