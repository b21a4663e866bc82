import { ParseError } from "@headwater/reader";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer, settle } from "../../../testing/manual-timer.ts";
import type { Timer } from "../../kernel/timer.ts";
import { createThreadPool, defaultThreadOptions, type ThreadPool } from "./thread-pool.ts";

/** A thread that does what the job's file name says. */
const script = `
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", ({ fileName, bytes }) => {
    const done = (result) => parentPort.postMessage({ kind: "done", result: { elements: [], chunks: [], ...result } });
    if (fileName === "die") process.exit(1);
    if (fileName === "hoard") { const kept = []; for (;;) kept.push(new Array(1e6).fill({})); }
    if (fileName === "refuse") parentPort.postMessage({ kind: "failed", message: "It is a poem.", forPeople: true });
    if (fileName === "blunder") parentPort.postMessage({ kind: "failed", message: "x is undefined", forPeople: false });
    if (fileName === "parts") {
      parentPort.postMessage({ kind: "part", part: { elements: ["a", "b"], chunks: ["1"] } });
      parentPort.postMessage({ kind: "part", part: { elements: ["c"], chunks: [] } });
      done({});
    }
    if (fileName === "swell") { globalThis.kept = new Uint8Array(20 * 1024 * 1024).fill(1); done({ totalPages: threadId }); }
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
  const run = (fileName: string, signal = new AbortController().signal) =>
    pool.run(
      { kind: "read", bytes: new Uint8Array(3), fileName, extension: "txt", method: "fast" },
      { signal },
    );

  it("keeps a thread for the next job, also after a document that can't be read", async () => {
    open();
    const { totalPages: first } = await run("who");
    await expect(run("refuse")).rejects.toThrow(new ParseError("It is a poem."));
    expect(await run("who")).toMatchObject({ totalPages: first, message: "3" });
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

  it("puts the parts of a large document together in order", async () => {
    open();
    expect(await run("parts")).toMatchObject({ elements: ["a", "b", "c"], chunks: ["1"] });
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

  it("replaces a thread after its number of jobs", async () => {
    open({ jobsPerThread: 1 });
    expect((await run("who")).totalPages).not.toBe((await run("who")).totalPages);
  });
});
