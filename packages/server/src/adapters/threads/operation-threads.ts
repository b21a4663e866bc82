import type {
  Admit,
  OperationLoad,
  OperationReply,
  OperationRequest,
  RunOperation,
} from "../../http/operation.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createFairQueue } from "../../kernel/fair-queue.ts";
import { createWaitingTime } from "../../kernel/waiting-time.ts";
import {
  type OperationThread,
  type OperationThreadOptions,
  startOperationThread,
  ThreadEndedError,
  type ThreadServices,
} from "./operation-thread.ts";

export type OperationThreadsOptions = OperationThreadOptions & {
  /** Threads; at least 2, so that one is always free of heavy work. */
  size: number;
  /** Operations at a time in one thread: while one waits for the index, another computes. */
  perThread: number;
  /** How long an operation may take until its answer begins, in ms. Past it its thread is ended. */
  operationMs: number;
  /** Threads are ended after so long without work, in ms; the first one only when it holds much. */
  idleMs: number;
  /** MB that the first thread may hold without work. */
  keptMb: number;
  /** Requests of one project that wait are never refused up to this number. */
  minWaiting: number;
  /** Beyond it they are refused when they would wait longer than this, in ms. */
  maxWaitMs: number;
  /** Bytes of bodies that wait, in all; more are refused. */
  maxWaitingBytes: number;
  /** Work that may keep a thread busy for long: it runs alone in its thread, and never in all of them. */
  isHeavy: (load: OperationLoad) => boolean;
};

export const defaultOperationThreads = {
  heapMb: 1_024,
  silenceMs: 20_000,
  perThread: 4,
  operationMs: 120_000,
  idleMs: 30_000,
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
  key: string;
  request: OperationRequest;
  signal: AbortSignal;
  resolve: (reply: OperationReply) => void;
  reject: (error: unknown) => void;
  /** How often it was given to a thread. */
  attempts: number;
};

type Slot = { thread: OperationThread | undefined; heavy: boolean; idle?: NodeJS.Timeout | undefined };

/** An operation whose thread ended is tried once more, in case that another operation was to blame. */
const maxAttempts = 2;

/** Carries out operations in a fixed number of threads, in turn over projects. */
export function createOperationThreads(
  deps: {
    entry: URL;
    workerData: unknown;
    services: ThreadServices;
    clock: Clock;
    /** What to throw when too many wait: told how long until there is a place again, in ms. */
    tooBusy: (retryAfterMs: number) => Error;
  },
  options: OperationThreadsOptions,
): OperationThreads {
  const slots: Slot[] = Array.from({ length: options.size }, () => ({ thread: undefined, heavy: false }));
  const heavySlots = slots.slice(options.size - Math.max(1, Math.floor(options.size / 2)));
  const quick = createFairQueue<Task>();
  const heavy = createFairQueue<Task>();
  const lanes = {
    quick: {
      queue: quick,
      time: createWaitingTime(options.size * options.perThread, deps.clock),
      coming: new Map<string, number>(),
    },
    heavy: {
      queue: heavy,
      time: createWaitingTime(heavySlots.length, deps.clock),
      coming: new Map<string, number>(),
    },
  };
  let waitingBytes = 0;
  let closed = false;

  const laneOf = (load: OperationLoad) => (options.isHeavy(load) ? lanes.heavy : lanes.quick);

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

  const give = (slot: Slot, task: Task, isHeavy: boolean) => {
    waitingBytes -= sizeOf(task.request);
    task.attempts += 1;
    slot.heavy = isHeavy;
    const started = performance.now();
    const { reply, finished } = threadOf(slot).run(task.request, task.signal);
    const late = setTimeout(() => {
      task.attempts = maxAttempts;
      void slot.thread?.end();
    }, options.operationMs);
    reply
      .finally(() => clearTimeout(late))
      .then(task.resolve, (error: unknown) => {
        const again = error instanceof ThreadEndedError && task.attempts < maxAttempts;
        if (again && !closed && !task.signal.aborted) return putBack(task);
        task.reject(error);
      });
    void finished.then(() => {
      laneOf(loadOf(task.request)).time.learn(performance.now() - started);
      if (isHeavy) slot.heavy = false;
      rest(slot);
      dispatch();
    });
  };

  /** Any of the operations in a thread may have ended it: each is tried again alone. */
  const putBack = (task: Task) => {
    waitingBytes += sizeOf(task.request);
    heavy.unshift(task.key, task);
    dispatch();
  };

  /** The first thread stays for the next question, unless it holds much; the others give their memory back. */
  const rest = (slot: Slot) => {
    const { thread } = slot;
    if (!thread || thread.running > 0) return;
    clearTimeout(slot.idle);
    slot.idle = setTimeout(async () => {
      if (slot === slots[0] && (await thread.heldBytes()) <= options.keptMb * 1024 * 1024) return;
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
    const reserved = heavy.size > 0 ? heavySlots.find((slot) => !slot.heavy) : undefined;
    if (reserved && runningIn(reserved) === 0) {
      const task = heavy.take();
      if (task) give(reserved, task, true);
      return dispatch();
    }
    const free = slots
      .filter((slot) => !slot.heavy && slot !== reserved && runningIn(slot) < options.perThread)
      .sort((one, other) => runningIn(one) - runningIn(other))[0];
    if (!free) return;
    const task = quick.take();
    if (!task) return;
    give(free, task, false);
    dispatch();
  };

  const admit: Admit = (load) => {
    const { queue, time, coming } = laneOf(load);
    const inLane = queue.size + sumOf(coming);
    const ofKey = queue.sizeOf(load.projectId) + (coming.get(load.projectId) ?? 0);
    const tooLong = ofKey >= options.minWaiting && time.behind(inLane) > options.maxWaitMs;
    if (tooLong || waitingBytes + load.bodyBytes > options.maxWaitingBytes) {
      throw deps.tooBusy(time.promise(inLane));
    }
    coming.set(load.projectId, (coming.get(load.projectId) ?? 0) + 1);
    waitingBytes += load.bodyBytes;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      waitingBytes -= load.bodyBytes;
      const left = (coming.get(load.projectId) ?? 1) - 1;
      if (left > 0) coming.set(load.projectId, left);
      else coming.delete(load.projectId);
    };
  };

  return {
    admit,
    async run(request, signal) {
      signal.throwIfAborted();
      if (closed) throw new ThreadEndedError("The service is stopping");
      const key = request.caller?.projectId ?? "";
      const { queue } = laneOf(loadOf(request));
      const { promise, resolve, reject } = Promise.withResolvers<OperationReply>();
      const task: Task = { key, request, signal, resolve, reject, attempts: 0 };
      const left = () => {
        if (!queue.drop(key, task)) return;
        waitingBytes -= sizeOf(request);
        reject(signal.reason);
      };
      signal.addEventListener("abort", left, { once: true });
      waitingBytes += sizeOf(request);
      queue.push(key, task);
      dispatch();
      return promise.finally(() => signal.removeEventListener("abort", left));
    },

    async close() {
      closed = true;
      const stopped = new ThreadEndedError("The service is stopping");
      for (const queue of [quick, heavy]) {
        for (let task = queue.take(); task; task = queue.take()) task.reject(stopped);
      }
      for (const slot of slots) clearTimeout(slot.idle);
      await Promise.all(slots.map((slot) => slot.thread?.end()));
    },
  };
}

const loadOf = (request: OperationRequest): OperationLoad => ({
  operationId: request.operationId,
  projectId: request.caller?.projectId ?? "",
  bodyBytes: sizeOf(request),
});

const sumOf = (counts: Map<string, number>): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
};

const sizeOf = (request: OperationRequest): number => request.body?.byteLength ?? 0;
