/** The percentile of the values for a share (0..1), by nearest rank. Throws when there are no values. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError("No value was measured");
  return value;
}

export const median = (values: number[]): number => percentile(values, 0.5);
