import { percentile } from "./statistics.ts";

/** Normalised discounted cumulative gain of a ranking at a cut-off, 0..1 (Järvelin & Kekäläinen 2002, the gain taken as it is). */
export function ndcg(ranking: string[], gains: Map<string, number>, cutOff: number): number {
  const discounted = (values: number[]): number =>
    values.slice(0, cutOff).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const ideal = discounted([...gains.values()].sort((a, b) => b - a));
  return ideal === 0 ? 0 : discounted(ranking.map((id) => gains.get(id) ?? 0)) / ideal;
}

/** Share of the relevant documents that are above the cut-off. */
export function recall(ranking: string[], gains: Map<string, number>, cutOff: number): number {
  const found = ranking.slice(0, cutOff).filter((id) => gains.has(id)).length;
  return gains.size === 0 ? 0 : found / gains.size;
}

export const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A reproducible generator of numbers in 0..1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Difference = { mean: number; low: number; high: number };

/** Mean difference of paired values with its 95 % bootstrap interval (percentiles of 10,000 resamples). */
export function pairedBootstrap(ours: number[], theirs: number[]): Difference {
  const differences = ours.map((value, index) => value - (theirs[index] ?? 0));
  const random = seededRandom(1);
  const means = Array.from({ length: 10_000 }, () => {
    let sum = 0;
    for (let draw = 0; draw < differences.length; draw++) {
      sum += differences[Math.floor(random() * differences.length)] ?? 0;
    }
    return sum / differences.length;
  });
  return { mean: mean(differences), low: percentile(means, 0.025), high: percentile(means, 0.975) };
}
