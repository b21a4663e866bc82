import type { Clock } from "./clock.ts";

/** How long those who wait will wait, learnt from how long work takes. */
export type WaitingTime = {
  /** Work ended that took so long, in ms. */
  learn(workMs: number): void;
  /** How long the next to come would wait behind `waiting` others, in ms. */
  behind(waiting: number): number;
  /**
   * When somebody who is refused now will find a place, in ms from now. Each promise takes a place of its own in the
   * time to come, so that those who are refused together don't come back together.
   */
  promise(waiting: number): number;
};

/** What work is taken to last before any has ended, in ms. */
const firstGuessMs = 100;
/** Weight of the latest work in the running mean: about the last twenty count. */
const weight = 0.05;

/** `parallel`: pieces of work under way at a time. */
export function createWaitingTime(parallel: number, clock: Clock): WaitingTime {
  let meanMs = firstGuessMs;
  let promisedUntil = 0;

  const behind = (waiting: number): number => ((waiting + 1) * meanMs) / parallel;

  return {
    learn(workMs) {
      meanMs += weight * (workMs - meanMs);
    },
    behind,
    promise(waiting) {
      const now = clock.now().getTime();
      const free = Math.max(now + behind(waiting), promisedUntil) + meanMs / parallel;
      promisedUntil = free;
      return free - now;
    },
  };
}
