import type { Clock } from "./clock.ts";

/** Predicts waiting times from how long work has taken. */
export type WaitingTime = {
  /** Records that a piece of work took this long, in ms. */
  learn(workMs: number): void;
  /** How long a newcomer would wait behind `waiting` others, in ms. */
  behind(waiting: number): number;
  /**
   * When a caller who is refused now will find a free place, in ms from now. Each prediction reserves its own future
   * place, so callers who are refused together do not return together.
   */
  promise(waiting: number): number;
};

/** Assumed length of work in ms, before any work has ended. */
const firstGuessMs = 100;
/** Weight of the latest work in the running mean: about the last twenty pieces count. */
const weight = 0.05;

/** `parallel` is the number of pieces of work that run at the same time. */
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
