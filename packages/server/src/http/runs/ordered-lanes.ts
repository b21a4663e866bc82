import type { Clock } from "../../kernel/clock.ts";
import { createWaitingTime } from "../../kernel/waiting-time.ts";

export type OrderedLanesOptions = {
  /** Requests that wait in one lane; more are refused. */
  maxWaiting: number;
  /** The same in all lanes, and the bytes of their bodies. */
  maxWaitingInAll: number;
  maxWaitingBytes: number;
};

export const defaultOrderedLanes: OrderedLanesOptions = {
  maxWaiting: 32,
  maxWaitingInAll: 1_024,
  maxWaitingBytes: 64 * 1024 * 1024,
};

/** Lets requests of the same lane in one after the other, in the order in which they came. */
export type OrderedLanes = {
  /**
   * Resolves when it is this request's turn, to what lets the next one in. Throws when too many wait, and with the
   * signal's reason.
   */
  enter(lane: string, bodyBytes: number, signal: AbortSignal): Promise<() => void>;
};

type Waiter = { letIn: () => void };

export function createOrderedLanes(
  deps: {
    clock: Clock;
    /** Makes the error for a full queue; its argument is the expected wait for a place, in ms. */
    tooBusy: (retryAfterMs: number) => Error;
  },
  options: OrderedLanesOptions = defaultOrderedLanes,
): OrderedLanes {
  /** Who waits in each lane that is taken. */
  const lanes = new Map<string, Waiter[]>();
  const time = createWaitingTime(1, deps.clock);
  let waitingInAll = 0;
  let waitingBytes = 0;

  /** Lets the next one in when it is called first. */
  const leaveOf = (lane: string) => {
    const started = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      time.learn(performance.now() - started);
      const next = lanes.get(lane)?.shift();
      if (next) next.letIn();
      else lanes.delete(lane);
    };
  };

  return {
    async enter(lane, bodyBytes, signal) {
      signal.throwIfAborted();
      const waiting = lanes.get(lane);
      if (!waiting) {
        lanes.set(lane, []);
        return leaveOf(lane);
      }
      if (
        waiting.length >= options.maxWaiting ||
        waitingInAll >= options.maxWaitingInAll ||
        waitingBytes + bodyBytes > options.maxWaitingBytes
      )
        throw deps.tooBusy(time.behind(waiting.length));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter: Waiter = { letIn: resolve };
      const giveUp = () => {
        const at = waiting.indexOf(waiter);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(signal.reason);
      };
      waiting.push(waiter);
      waitingInAll += 1;
      waitingBytes += bodyBytes;
      signal.addEventListener("abort", giveUp, { once: true });
      try {
        await promise;
      } finally {
        signal.removeEventListener("abort", giveUp);
        waitingInAll -= 1;
        waitingBytes -= bodyBytes;
      }
      return leaveOf(lane);
    },
  };
}
