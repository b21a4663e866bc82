import type { Durations } from "./durations.ts";

export type OpenSlots = {
  /** Returns 0 when there is room for this size now. Otherwise the milliseconds until there probably is. */
  waitMs: (size: number, now: number) => number;
  /** Takes the room. Call the result once, when it is free again. */
  take: (size: number, now: number) => (now: number) => void;
};

const minWaitMs = 1_000;
const maxWaitMs = 60_000;

/**
 * Room for what is open at the same time. How long a wait it suggests depends on how long others took: the oldest ends
 * when it has lasted as long as usual. One that has lasted longer probably lasts as long again.
 */
export function createOpenSlots(max: number, durations: Durations): OpenSlots {
  /** The times when each began, oldest first. */
  const open = new Set<{ startedAt: number }>();
  let used = 0;
  return {
    waitMs(size, now) {
      const [oldest] = open;
      // One that is alone passes whatever its size: it would never find more room.
      if (oldest === undefined || used + size <= max) return 0;
      const age = now - oldest.startedAt;
      const usual = durations.usual();
      return Math.min(Math.max(age < usual ? usual - age : age, minWaitMs), maxWaitMs);
    },
    take(size, now) {
      const slot = { startedAt: now };
      open.add(slot);
      used += size;
      return (end) => {
        if (!open.delete(slot)) return;
        used -= size;
        durations.record(end - slot.startedAt);
      };
    },
  };
}
