import { Worker } from "node:worker_threads";
import { ParseError } from "@headwater/reader";
import { systemTimer, type Timer } from "../../kernel/timer.ts";
import { type ConversationOptions, converse } from "./converse.ts";
import { endThread } from "./end-thread.ts";
import { heldBytes } from "./held-bytes.ts";
import type { Job, JobPart } from "./messages.ts";

export type ThreadPoolOptions = {
  size: number;
  /** A job whose thread says nothing for so long is ended, unless the job has a limit of its own. */
  silenceMs: number;
  /** A job that takes longer in all is ended. */
  jobMs: number;
  /** An idle thread is ended after so long, giving its memory back. */
  idleMs: number;
  /** A thread that holds more MB after a job (heap, WASM, buffers) is replaced: none of them shrinks by itself. */
  keptMb: number;
  /** Heap limit of a thread in MB; past it the thread dies and the job fails, not the service. */
  heapMb: number;
  /** What each thread is given when it starts. */
  workerData?: unknown;
  /**
   * Called with what a thread prints. Libraries print about damaged documents; in the service's own output that would stand
   * between the lines of its log. Default: dropped.
   */
  onPrinted?: (text: string) => void;
};

export const defaultThreadOptions = {
  silenceMs: 20_000,
  jobMs: 60 * 60_000,
  idleMs: 20_000,
  keptMb: 128,
  heapMb: 2_048,
} as const;

export type RunOptions = Pick<ConversationOptions, "signal"> &
  Partial<Pick<ConversationOptions, "onProgress" | "silenceMs" | "spentMs">>;

export type ThreadPool = {
  /** Takes a thread with the first part asked for, and gives it back with the last. */
  run<J extends Job>(job: J, options: RunOptions): AsyncIterable<JobPart[J["kind"]]>;
  close(): Promise<void>;
};

type Thread = { worker: Worker; idle?: NodeJS.Timeout };

/** A fixed number of threads, each started when first needed, with one job at a time; jobs wait in order. */
export function createThreadPool(
  options: ThreadPoolOptions,
  entry: URL,
  timer: Timer = systemTimer,
): ThreadPool {
  const idle: Thread[] = [];
  const waiting: ((thread: Thread | null) => void)[] = [];
  const live = new Set<Worker>();
  let free = options.size;

  const start = (): Thread => {
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
      workerData: options.workerData,
      stdout: true,
      stderr: true,
    });
    const { onPrinted = () => {} } = options;
    for (const output of [worker.stdout, worker.stderr]) output.setEncoding("utf8").on("data", onPrinted);
    live.add(worker);
    const thread: Thread = { worker };
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
    async *run<J extends Job>(job: J, { signal, onProgress = () => {}, silenceMs, spentMs = 0 }: RunOptions) {
      const thread = await acquire();
      let healthy = false;
      try {
        signal.throwIfAborted();
        yield* converse(thread.worker, job, {
          signal,
          onProgress,
          silenceMs: silenceMs ?? options.silenceMs,
          jobMs: options.jobMs,
          spentMs,
          timer,
        });
        healthy = true;
      } catch (error) {
        healthy = error instanceof ParseError;
        throw error;
      } finally {
        const keep = healthy && (await heldBytes(thread.worker)) < options.keptMb * 1024 * 1024;
        if (!keep) await endThread(thread.worker);
        release(keep ? thread : null);
      }
    },
    async close() {
      for (const thread of idle) clearTimeout(thread.idle);
      await Promise.all([...live].map((worker) => worker.terminate()));
    },
  };
}
