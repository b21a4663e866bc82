export type Durations = {
  record: (milliseconds: number) => void;
  /** The duration that nine of ten did not exceed. */
  usual: () => number;
};

const kept = 64;
/** Until anything has ended, in milliseconds. */
const firstGuess = 5_000;

/** Remembers how long the last ones took. */
export function createDurations(): Durations {
  const last: number[] = [];
  let next = 0;
  return {
    record(milliseconds) {
      last[next] = milliseconds;
      next = (next + 1) % kept;
    },
    usual() {
      if (last.length === 0) return firstGuess;
      const sorted = [...last].sort((one, other) => one - other);
      return sorted[Math.floor((sorted.length - 1) * 0.9)] as number;
    },
  };
}
