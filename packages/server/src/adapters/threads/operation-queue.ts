import type { Admit, OperationLoad } from "../../http/operation.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createFairQueue } from "../../kernel/fair-queue.ts";
import { createWaitingTime } from "../../kernel/waiting-time.ts";

export type OperationQueueOptions = {
  /** Requests of one project that wait are never refused up to this number. */
  minWaiting: number;
  /** Beyond it they are refused when they would wait longer than this, in ms. */
  maxWaitMs: number;
  /** Bytes of bodies that wait, in all; more are refused. */
  maxWaitingBytes: number;
  /** Work that may keep a thread busy for long: it runs alone in its thread, and never in all of them. */
  isHeavy: (load: OperationLoad) => boolean;
};

export type LaneName = "quick" | "heavy";

export type OperationQueue<T extends { load: OperationLoad }> = {
  admit: Admit;
  laneOf(load: OperationLoad): LaneName;
  push(task: T): void;
  /** To the head of the heavy lane, whatever it is. */
  putBack(task: T): void;
  take(lane: LaneName): T | undefined;
  /** Whether it waited, and is forgotten. */
  drop(task: T): boolean;
  /** How many wait in a lane. */
  size(lane: LaneName): number;
  /** How long an operation took, in ms: what those that are refused are promised goes by it. */
  learn(load: OperationLoad, ms: number): void;
};

/** What waits for a thread: in two lanes, in turn over projects, and refused beyond a bound. */
export function createOperationQueue<T extends { load: OperationLoad }>(
  deps: {
    clock: Clock;
    /** Makes the error for a full queue; its argument is the expected wait for a place, in ms. */
    tooBusy: (retryAfterMs: number) => Error;
    /** Operations that run at a time. */
    places: Record<LaneName, number>;
  },
  options: OperationQueueOptions,
): OperationQueue<T> {
  const createLane = (name: LaneName) => ({
    queue: createFairQueue<T>(),
    time: createWaitingTime(deps.places[name], deps.clock),
    /** Let in, and not here yet, by project. */
    coming: new Map<string, number>(),
  });
  const lanes = { quick: createLane("quick"), heavy: createLane("heavy") };
  let waitingBytes = 0;

  const laneOf = (load: OperationLoad): LaneName => (options.isHeavy(load) ? "heavy" : "quick");
  const left = (task: T) => {
    waitingBytes -= task.load.bodyBytes;
  };
  const came = (task: T) => {
    waitingBytes += task.load.bodyBytes;
  };

  return {
    laneOf,
    admit(load) {
      const { queue, time, coming } = lanes[laneOf(load)];
      const inLane = queue.size + sumOf(coming);
      const ofProject = queue.sizeOf(load.projectId) + (coming.get(load.projectId) ?? 0);
      const tooLong = ofProject >= options.minWaiting && time.behind(inLane) > options.maxWaitMs;
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
        const rest = (coming.get(load.projectId) ?? 1) - 1;
        if (rest > 0) coming.set(load.projectId, rest);
        else coming.delete(load.projectId);
      };
    },
    push(task) {
      came(task);
      lanes[laneOf(task.load)].queue.push(task.load.projectId, task);
    },
    putBack(task) {
      came(task);
      lanes.heavy.queue.unshift(task.load.projectId, task);
    },
    take(lane) {
      const task = lanes[lane].queue.take();
      if (task) left(task);
      return task;
    },
    drop(task) {
      // One that was put back waits in the heavy lane, whatever it is.
      const waited = Object.values(lanes).some(({ queue }) => queue.drop(task.load.projectId, task));
      if (waited) left(task);
      return waited;
    },
    size: (lane) => lanes[lane].queue.size,
    learn: (load, ms) => lanes[laneOf(load)].time.learn(ms),
  };
}

const sumOf = (counts: Map<string, number>): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
};
