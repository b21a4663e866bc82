import type { Timer } from "../src/kernel/timer.ts";
import type { ManualClock } from "./contracts/open-stores.ts";

/** A timer that runs when it is told to, with the clock that goes with it. */
export function createManualTimer(clock: ManualClock) {
  const tasks = new Set<{ every: number; due: number; run: () => void }>();
  const now = () => clock.now().getTime();
  const timer: Timer = {
    every(milliseconds, run) {
      const task = { every: milliseconds, due: now() + milliseconds, run };
      tasks.add(task);
      return () => tasks.delete(task);
    },
  };
  return {
    timer,
    /** Time passes, each task runs when it is due, and what they began gets done. */
    async pass(milliseconds: number) {
      const end = now() + milliseconds;
      for (;;) {
        const next = [...tasks].sort((a, b) => a.due - b.due)[0];
        if (!next || next.due > end) break;
        clock.advance(next.due - now());
        next.due += next.every;
        next.run();
        await settle();
      }
      clock.advance(end - now());
      await settle();
    },
    /** The process sleeps: time passes, and each task that was due runs once, at the end. */
    async sleep(milliseconds: number, order: "first" | "last" = "first") {
      clock.advance(milliseconds);
      const due = [...tasks].filter((task) => task.due <= now());
      if (order === "last") due.reverse();
      for (const task of due) {
        task.due = now() + task.every;
        task.run();
        await settle();
      }
    },
  };
}

/** Lets everything that only waits for promises get done. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
