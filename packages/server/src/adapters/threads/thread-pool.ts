import { Worker } from "node:worker_threads";
import { ParseError, type ParseProgress } from "@headwater/reader";
import { BuildError, buildErrors, ReaderStoppedError } from "../../builds/errors.ts";
import { systemTimer, type Timer } from "../../kernel/timer.ts";
import { heldBytes } from "./held-bytes.ts";
import type { DocumentPart, Job, JobResult, Reply } from "./messages.ts";

export type ThreadPoolOptions = {
  size: number;
  /** A job whose thread says nothing for so long is ended. */
  silenceMs: number;
  /** A job that takes longer in all is ended. */
  jobMs: number;
  /** An idle thread is ended after so long, giving its memory back. */
  idleMs: number;
  /** A thread is replaced after so many jobs, whatever it holds. */
  jobsPerThread: number;
  /** A thread that holds more MB after a job (heap, WASM, buffers) is replaced: none of them shrinks by itself. */
  keptMb: number;
  /** Heap limit of a thread in MB; past it the thread dies and the job fails, not the service. */
  heapMb: number;
};

export const defaultThreadOptions = {
  silenceMs: 20_000,
  jobMs: 15 * 60_000,
  idleMs: 20_000,
  jobsPerThread: 50,
  keptMb: 128,
  heapMb: 2_048,
} as const;

export type RunOptions = { signal: AbortSignal; onProgress?: (progress: ParseProgress) => void };

export type ThreadPool = {
  run<J extends Job>(job: J, options: RunOptions): Promise<JobResult[J["kind"]]>;
  close(): Promise<void>;
};

type Thread = { worker: Worker; jobs: number; idle?: NodeJS.Timeout };

const documentThread = new URL(
  import.meta.url.endsWith(".ts") ? "./document-thread.ts" : "./document-thread.mjs",
  import.meta.url,
);

/** A fixed number of threads, each started when first needed, with one job at a time; jobs wait in order. */
export function createThreadPool(
  options: ThreadPoolOptions,
  entry: URL = documentThread,
  timer: Timer = systemTimer,
): ThreadPool {
  const idle: Thread[] = [];
  const waiting: ((thread: Thread | null) => void)[] = [];
  const live = new Set<Worker>();
  let free = options.size;

  const start = (): Thread => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: options.heapMb } });
    live.add(worker);
    const thread: Thread = { worker, jobs: 0 };
    // A job hears of its thread's death in `converse`; this is for one that dies while idle.
    worker.on("error", () => {});
    worker.once("exit", () => {
      live.delete(worker);
      clearTimeout(thread.idle);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  };

  const acquire = async (): Promise<Thread> => {
    if (free === 0) {
      const handed = await new Promise<Thread | null>((resolve) => waiting.push(resolve));
      return handed ?? start();
    }
    free -= 1;
    const thread = idle.pop();
    clearTimeout(thread?.idle);
    return thread ?? start();
  };

  const release = (thread: Thread | null) => {
    const next = waiting.shift();
    if (next) return next(thread);
    free += 1;
    if (!thread) return;
    idle.push(thread);
    thread.idle = setTimeout(() => {
      // Out of reach first: ending takes a moment, and a job handed over in it would fail.
      idle.splice(idle.indexOf(thread), 1);
      void thread.worker.terminate();
    }, options.idleMs);
    thread.idle.unref();
  };

  return {
    async run<J extends Job>(job: J, { signal, onProgress }: RunOptions) {
      const thread = await acquire();
      let healthy = false;
      try {
        signal.throwIfAborted();
        const result = await converse(
          thread.worker,
          job,
          { signal, onProgress: onProgress ?? (() => {}) },
          options,
          timer,
        );
        healthy = true;
        return result as JobResult[J["kind"]];
      } catch (error) {
        healthy = error instanceof ParseError;
        throw error;
      } finally {
        thread.jobs += 1;
        const keep =
          healthy &&
          thread.jobs < options.jobsPerThread &&
          (await heldBytes(thread.worker)) < options.keptMb * 1024 * 1024;
        if (!keep) await thread.worker.terminate();
        release(keep ? thread : null);
      }
    },
    async close() {
      for (const thread of idle) clearTimeout(thread.idle);
      await Promise.all([...live].map((worker) => worker.terminate()));
    },
  };
}

/** How finely time is measured. */
const ticksPerLimit = 20;

/** One job on one thread, from question to answer. */
function converse(
  worker: Worker,
  job: Job,
  { signal, onProgress }: Required<RunOptions>,
  limits: Pick<ThreadPoolOptions, "silenceMs" | "jobMs">,
  timer: Timer,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      stopWatch();
      worker.off("message", hear);
      worker.off("error", died);
      worker.off("exit", exited);
      signal.removeEventListener("abort", aborted);
      settle();
    };
    const parts: DocumentPart[] = [];
    const fail = (error: unknown) => finish(() => reject(error));
    const hear = (reply: Reply) => {
      silentTicks = 0;
      if (reply.kind === "progress") return onProgress(reply.progress);
      if (reply.kind === "part") return void parts.push(reply.part);
      if (reply.kind === "done") return finish(() => resolve(whole(reply.result, parts)));
      if (reply.forPeople) return fail(new ParseError(reply.message));
      const error = new Error(reply.message);
      if (reply.stack !== undefined) error.stack = reply.stack;
      fail(error);
    };
    const died = (cause: Error) => fail(new ReaderStoppedError(buildErrors.threadDied(), { cause }));
    const exited = () => fail(new ReaderStoppedError(buildErrors.threadDied()));
    const aborted = () => fail(signal.reason);
    // Ticks, not time: when the whole process slept, the thread slept too, and one tick is all that comes of it.
    let silentTicks = 0;
    let ticks = 0;
    const tickMs = Math.min(limits.silenceMs, limits.jobMs) / ticksPerLimit;
    const stopWatch = timer.every(tickMs, () => {
      silentTicks += 1;
      ticks += 1;
      if (silentTicks * tickMs >= limits.silenceMs)
        return fail(new ReaderStoppedError(buildErrors.noProgress(limits.silenceMs / 1000)));
      if (ticks * tickMs >= limits.jobMs) fail(new BuildError(buildErrors.tookTooLong(limits.jobMs / 1000)));
    });
    worker.on("message", hear);
    worker.once("error", died);
    worker.once("exit", exited);
    signal.addEventListener("abort", aborted, { once: true });
    // The bytes are moved, not copied: 100 MB would be held twice.
    const { buffer, byteOffset, byteLength } = job.bytes;
    const owned = byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
    worker.postMessage(job, owned ? [buffer] : []);
  });
}

/** A result with the parts that came before it. */
function whole(result: JobResult[Job["kind"]], parts: DocumentPart[]): JobResult[Job["kind"]] {
  if (parts.length === 0 || result === null || !("elements" in result)) return result;
  return {
    ...result,
    elements: parts.flatMap(({ elements }) => elements),
    chunks: parts.flatMap(({ chunks }) => chunks),
  };
}
