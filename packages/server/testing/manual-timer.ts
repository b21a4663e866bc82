import type { Timer } from "../src/kernel/timer.ts";
import type { ManualClock } from "./contracts/open-stores.ts";

/** A timer that runs only when told to, with its clock. */
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
    /** Advances the time. Each task runs when it is due, and the work it starts is finished. */
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
    /** Simulates a sleeping process: the time advances, and each task that was due runs once, at the end. */
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

/** Finishes everything that only waits for promises. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
