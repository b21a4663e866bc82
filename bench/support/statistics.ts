/** The percentile of the values for a share (0..1), by nearest rank. Throws when there are no values. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError("No value was measured");
  return value;
}

export const median = (values: number[]): number => percentile(values, 0.5);

/**
 * The 95 % interval of the median, by order statistics: it needs no assumption about the distribution. With 30 values it
 * is from the 10th to the 21st.
 */
export function medianInterval(values: number[]): { low: number; high: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const { length } = sorted;
  const cut = Math.max(0, Math.floor((length - 1.96 * Math.sqrt(length)) / 2));
  return { low: sorted[cut] ?? Number.NaN, high: sorted[length - 1 - cut] ?? Number.NaN };
}
