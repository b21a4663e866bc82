import type {
  Admit,
  OperationLoad,
  OperationReply,
  OperationRequest,
  RunOperation,
} from "../../http/operation.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createOperationQueue, type OperationQueueOptions } from "./operation-queue.ts";
import {
  type OperationThread,
  type OperationThreadOptions,
  startOperationThread,
  ThreadEndedError,
  type ThreadServices,
} from "./operation-thread.ts";

export type OperationThreadsOptions = OperationThreadOptions &
  OperationQueueOptions & {
    /** Threads; at least 2, so that one is always free of heavy work. */
    size: number;
    /** Operations at a time in one thread: while one waits for the index, another computes. */
    perThread: number;
    /** How long an operation may take until its answer begins, in ms. Past it its thread is ended. */
    operationMs: number;
    /** How long this one may take at least, whatever `operationMs` says. */
    minOperationMs?: ((load: OperationLoad) => number) | undefined;
    /**
     * Threads are ended after so long without work, in ms. The first one is cleaned up, and ended when it still holds
     * much.
     */
    idleMs: number;
    /** MB that the first thread may hold without work, all of it in use. */
    keptMb: number;
  };

export const defaultOperationThreads = {
  heapMb: 1_024,
  silenceMs: 20_000,
  perThread: 4,
  operationMs: 120_000,
  idleMs: 20_000,
  keptMb: 64,
  minWaiting: 64,
  maxWaitMs: 10_000,
  maxWaitingBytes: 256 * 1024 * 1024,
} as const;

export type OperationThreads = {
  admit: Admit;
  /** Whatever was admitted: it is not refused any more. */
  run: RunOperation;
  /** Ends every thread; what runs and waits is rejected. */
  close(): Promise<void>;
};

type Task = {
  request: OperationRequest;
  load: OperationLoad;
  signal: AbortSignal;
  resolve: (reply: OperationReply) => void;
  reject: (error: unknown) => void;
  /** How often it may be given to a thread from now on. */
  attempts: number;
};

type Slot = { thread: OperationThread | undefined; heavy: boolean; idle?: NodeJS.Timeout | undefined };

/**
 * An operation whose thread ended is tried once more, alone, in case that another operation was to blame. Heavy work runs
 * alone in the first place.
 */
const attemptsOf = { quick: 2, heavy: 1 };

/** Carries out operations in a fixed number of threads, in turn over projects. */
export function createOperationThreads(
  deps: {
    entry: URL;
    workerData: unknown;
    services: ThreadServices;
    clock: Clock;
    /** Makes the error for a full queue; its argument is the expected wait for a place, in ms. */
    tooBusy: (retryAfterMs: number) => Error;
  },
  options: OperationThreadsOptions,
): OperationThreads {
  const slots: Slot[] = Array.from({ length: options.size }, () => ({ thread: undefined, heavy: false }));
  const heavySlots = slots.slice(options.size - Math.max(1, Math.floor(options.size / 2)));
  const places = { quick: options.size * options.perThread, heavy: heavySlots.length };
  const queue = createOperationQueue<Task>({ ...deps, places }, options);
  let closed = false;

  const threadOf = (slot: Slot): OperationThread => {
    clearTimeout(slot.idle);
    if (slot.thread) return slot.thread;
    const thread = startOperationThread(deps.entry, deps.workerData, deps.services, options, () => {
      if (slot.thread !== thread) return;
      slot.thread = undefined;
      slot.heavy = false;
    });
    slot.thread = thread;
    return thread;
  };

  const give = (slot: Slot, task: Task, alone: boolean) => {
    task.attempts -= 1;
    slot.heavy = alone;
    const started = performance.now();
    const { reply, finished } = threadOf(slot).run(task.request, task.signal, {
      moveBody: task.attempts === 0,
    });
    const maxMs = Math.max(options.operationMs, options.minOperationMs?.(task.load) ?? 0);
    const late = setTimeout(() => {
      task.attempts = 0;
      void slot.thread?.end();
    }, maxMs);
    reply
      .finally(() => clearTimeout(late))
      .then(task.resolve, (error: unknown) => {
        const again = error instanceof ThreadEndedError && task.attempts > 0;
        if (!again || closed || task.signal.aborted) return task.reject(error);
        queue.putBack(task);
        dispatch();
      });
    void finished.then(() => {
      queue.learn(task.load, performance.now() - started);
      if (alone) slot.heavy = false;
      rest(slot);
      dispatch();
    });
  };

  /**
   * The first thread stays for the next question, which would take 200 ms longer without it, unless it holds much; the
   * others give their memory back.
   */
  const rest = (slot: Slot) => {
    const { thread } = slot;
    if (!thread || thread.running > 0) return;
    clearTimeout(slot.idle);
    slot.idle = setTimeout(async () => {
      if (slot === slots[0] && (await thread.rest()) <= options.keptMb * 1024 * 1024) return;
      if (slot.thread !== thread || thread.running > 0) return;
      // Out of reach first: an operation handed over while it ends would be lost.
      slot.thread = undefined;
      void thread.end();
    }, options.idleMs);
    slot.idle.unref();
  };

  const runningIn = (slot: Slot): number => slot.thread?.running ?? 0;

  const dispatch = () => {
    if (closed) return;
    // A slot that heavy work waits for takes no more quick work until it is empty.
    const reserved = queue.size("heavy") > 0 ? heavySlots.find((slot) => !slot.heavy) : undefined;
    if (reserved && runningIn(reserved) === 0) {
      const task = queue.take("heavy");
      if (task) give(reserved, task, true);
      return dispatch();
    }
    const free = slots
      .filter((slot) => !slot.heavy && slot !== reserved && runningIn(slot) < options.perThread)
      .sort((one, other) => runningIn(one) - runningIn(other))[0];
    if (!free) return;
    const task = queue.take("quick");
    if (!task) return;
    give(free, task, false);
    dispatch();
  };

  return {
    admit: queue.admit,
    async run(request, signal) {
      signal.throwIfAborted();
      if (closed) throw new ThreadEndedError("The service is stopping");
      const load = loadOf(request);
      const { promise, resolve, reject } = Promise.withResolvers<OperationReply>();
      const task: Task = { request, load, signal, resolve, reject, attempts: attemptsOf[queue.laneOf(load)] };
      const left = () => {
        if (queue.drop(task)) reject(signal.reason);
      };
      signal.addEventListener("abort", left, { once: true });
      queue.push(task);
      dispatch();
      return promise.finally(() => signal.removeEventListener("abort", left));
    },

    async close() {
      closed = true;
      const stopped = new ThreadEndedError("The service is stopping");
      for (const lane of ["quick", "heavy"] as const) {
        for (let task = queue.take(lane); task; task = queue.take(lane)) task.reject(stopped);
      }
      for (const slot of slots) clearTimeout(slot.idle);
      await Promise.all(slots.map((slot) => slot.thread?.end()));
    },
  };
}

const loadOf = ({ operationId, caller, body }: OperationRequest): OperationLoad => ({
  operationId,
  projectId: caller?.projectId ?? "",
  bodyBytes: body?.byteLength ?? 0,
});
