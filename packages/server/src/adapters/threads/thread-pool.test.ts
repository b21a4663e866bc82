import { ParseError } from "@headwater/reader";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer, settle } from "../../../testing/manual-timer.ts";
import { beginning } from "../../builds/document-reader.ts";
import type { Timer } from "../../kernel/timer.ts";
import { createThreadPool, defaultThreadOptions, type ThreadPool } from "./thread-pool.ts";

/** A thread that does what the job's file name says; `taken` is told how far it may go. */
const script = `
  import { parentPort, threadId } from "node:worker_threads";
  const say = (reply) => parentPort.postMessage(reply);
  const part = (part) => say({ kind: "part", part });
  const done = (told) => { part(told); say({ kind: "done" }); };
  let sent = 0;
  let held = 0;
  const flood = () => { for (; held < 4 && sent < 40; held++) part(sent++); if (sent === 40) say({ kind: "done" }); };
  parentPort.on("message", ({ kind, job }) => {
    if (kind === "taken") { if (sent > 0) { held--; flood(); } return; }
    const { fileName, bytes } = job.request;
    if (fileName === "die") process.exit(1);
    if (fileName === "hoard") { const kept = []; for (;;) kept.push(new Array(1e6).fill({})); }
    if (fileName === "refuse") say({ kind: "failed", message: "It is a poem.", forPeople: true });
    if (fileName === "blunder") say({ kind: "failed", message: "x is undefined", forPeople: false });
    if (fileName === "flood") flood();
    if (fileName === "part, then hang") part("one");
    if (fileName === "page 7, then hang") say({ kind: "progress", progress: { done: 6, total: 9, unit: "pages", page: 7 } });
    if (fileName === "page 7, then die") { say({ kind: "progress", progress: { done: 6, total: 9, unit: "pages", page: 7 } }); setImmediate(() => process.exit(1)); }
    if (fileName === "swell") { globalThis.kept = new Uint8Array(20 * 1024 * 1024).fill(1); done({ totalPages: threadId }); }
    if (fileName === "print") { console.log("Decoding failed"); console.error("Missing record"); done({}); }
    if (fileName === "who") done({ totalPages: threadId, message: String(bytes.length) });
  });
`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

describe("the thread pool", () => {
  let pool: ThreadPool;
  afterEach(() => pool.close());

  const open = (options: Partial<Parameters<typeof createThreadPool>[0]> = {}, timer?: Timer) => {
    pool = createThreadPool({ ...defaultThreadOptions, size: 1, ...options }, entry, timer);
  };
  const stream = (
    fileName: string,
    signal = new AbortController().signal,
    silenceMs?: number,
    onProgress: (progress: unknown) => void = () => {},
  ): AsyncIterable<unknown> =>
    pool.run(
      {
        kind: "read",
        context: undefined,
        request: {
          bytes: new Uint8Array(3),
          fileName,
          extension: "txt",
          method: "fast",
          after: beginning,
        },
      },
      { signal, onProgress, ...(silenceMs !== undefined && { silenceMs }) },
    );
  /** The last part, which tells who answered. */
  const run = async (...job: Parameters<typeof stream>) => {
    let last: unknown;
    for await (const part of stream(...job)) last = part;
    return last as { totalPages: number; message: string };
  };

  it("keeps a thread for the next job, also after a document that can't be read", async () => {
    open();
    const { totalPages: first } = await run("who");
    await expect(run("refuse")).rejects.toThrow(new ParseError("It is a poem."));
    expect(await run("who")).toMatchObject({ totalPages: first, message: "3" });
  });

  it("keeps what libraries print out of the service's own output", async () => {
    const printed: string[] = [];
    open({ onPrinted: (text) => void printed.push(text.trim()) });
    await run("print");
    await expect.poll(() => printed.toSorted()).toEqual(["Decoding failed", "Missing record"]);
  });

  it("replaces a thread that died, ran out of memory or failed for a reason of ours", async () => {
    open({ heapMb: 32 });
    for (const fate of ["die", "hoard", "blunder"]) {
      const { totalPages: before } = await run("who");
      await expect(run(fate)).rejects.toThrow();
      expect((await run("who")).totalPages).not.toBe(before);
    }
  });

  it("says in words that the reader crashed, and keeps an internal text out of them", async () => {
    open();
    await expect(run("die")).rejects.toThrow(/ran out of memory or crashed/);
    await expect(run("blunder")).rejects.not.toBeInstanceOf(ParseError);
  });

  it("ends a job that says nothing, and one that takes too long", async () => {
    open({ silenceMs: 50 });
    await expect(run("hang")).rejects.toThrow(/nothing moved for/);
    await pool.close();
    open({ jobMs: 50 });
    await expect(run("hang")).rejects.toThrow(/could not be read within/);
  });

  it("takes no thread for silent because the whole process slept", async () => {
    const clock = createManualClock();
    const { timer, pass, sleep } = createManualTimer(clock);
    open({}, timer);
    const job = run("hang");
    const outcome = job.catch((error: Error) => error.message);
    for (let night = 0; night < 5; night += 1) {
      await sleep(10 * defaultThreadOptions.jobMs);
      await pass(defaultThreadOptions.silenceMs / 10);
    }
    expect(await Promise.race([outcome, settle()])).toBeUndefined();
    await pass(defaultThreadOptions.silenceMs);
    expect(await outcome).toMatch(/nothing moved for 20 seconds/);
  });

  it("ends a job whose caller gave up, and serves those that wait", async () => {
    open();
    const caller = new AbortController();
    const given = run("hang", caller.signal);
    const waiting = run("who");
    caller.abort(new Error("stopped"));
    await expect(given).rejects.toThrow("stopped");
    expect(await waiting).toMatchObject({ message: "3" });
  });

  it("hands parts on in order, a few ahead of what was taken", async () => {
    open();
    const taken: unknown[] = [];
    for await (const part of stream("flood")) taken.push(part);
    expect(taken).toEqual(Array.from({ length: 40 }, (_, at) => at));
  });

  it("takes no thread for silent while its parts wait to be taken, and does after", async () => {
    const { timer, pass } = createManualTimer(createManualClock());
    open({}, timer);
    const parts = stream("part, then hang")[Symbol.asyncIterator]();
    expect((await parts.next()).value).toBe("one");
    await pass(10 * defaultThreadOptions.jobMs);
    const next = parts.next().catch((error: Error) => error.message);
    await settle();
    await pass(defaultThreadOptions.silenceMs);
    expect(await next).toMatch(/nothing moved for 20 seconds/);
  });

  it("says at which page a thread fell silent or died, and how long it had worked", async () => {
    const { timer, pass } = createManualTimer(createManualClock());
    open({ silenceMs: 1_000, jobMs: 60_000 }, timer);
    const progress: unknown[] = [];
    const stopped = (async () => {
      for await (const _ of stream("page 7, then hang", undefined, undefined, (step) => progress.push(step)));
    })();
    const verdict = expect(stopped).rejects.toMatchObject({
      name: "ReaderStoppedError",
      page: 7,
      workedMs: 1_000,
    });
    await expect.poll(() => progress).toEqual([{ done: 6, total: 9, unit: "pages" }]);
    for (let ticks = 0; ticks < 21; ticks += 1) await pass(50);
    await verdict;
    await expect(run("page 7, then die")).rejects.toMatchObject({ name: "ReaderStoppedError", page: 7 });
    await expect(run("die")).rejects.toMatchObject({ name: "ReaderStoppedError", page: null });
  });

  it("keeps to the silence limit that a job brings", async () => {
    const { timer, pass } = createManualTimer(createManualClock());
    open({}, timer);
    const outcome = run("hang", undefined, 60_000).catch((error: Error) => error.message);
    await settle();
    await pass(59_000);
    expect(await Promise.race([outcome, settle()])).toBeUndefined();
    await pass(1_000);
    expect(await outcome).toMatch(/nothing moved for 60 seconds/);
  });

  it("ends the thread of a caller who leaves before the last part", async () => {
    open();
    const { totalPages: first } = await run("who");
    for await (const _ of stream("flood")) break;
    expect((await run("who")).totalPages).not.toBe(first);
  });

  it("hands no job to a thread that is just being ended for idleness", async () => {
    open();
    const { totalPages: first } = await run("who");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await run("who");
    vi.advanceTimersByTime(defaultThreadOptions.idleMs);
    expect((await run("who")).totalPages).not.toBe(first);
  });

  it("replaces a thread that holds too much memory after its job, and keeps one that does not", async () => {
    open({ keptMb: 40 });
    const { totalPages: first } = await run("who");
    expect((await run("swell")).totalPages).toBe(first);
    expect((await run("who")).totalPages).toBe(first);
    await pool.close();
    open({ keptMb: 20 });
    const { totalPages: small } = await run("who");
    await run("swell");
    expect((await run("who")).totalPages).not.toBe(small);
  });

  it("keeps a thread that holds little, however many jobs it has done", async () => {
    open();
    const threads = new Set<unknown>();
    for (let job = 0; job < 100; job += 1) threads.add((await run("who")).totalPages);
    expect(threads.size).toBe(1);
  });
});
