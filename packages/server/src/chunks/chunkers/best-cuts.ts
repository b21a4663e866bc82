import { costs } from "./borders.ts";

/** What lies between neighbouring places where a text may be cut: its length, and what a cut before it costs. */
export type Cuttable = { cost: number };

/** A chunk as a range of units: the first, and the one after the last. */
export type Range = { from: number; to: number };

/**
 * Cuts `units[from …]` into ranges of at most `max`, so that the costs of the cuts and of empty room are least. A unit
 * that is longer than `max` is a range of its own.
 *
 * @param sizeOf - The length of a range, with what is between its units.
 */
export function bestCuts(
  units: readonly Cuttable[],
  from: number,
  max: number,
  sizeOf: (range: Range) => number,
): Range[] {
  const count = units.length - from;
  const least = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const cutBefore = new Int32Array(count + 1);
  least[0] = 0;
  for (let end = 1; end <= count; end++) {
    for (let start = end - 1; start >= 0; start--) {
      const size = sizeOf({ from: from + start, to: from + end });
      if (size > max && start < end - 1) break;
      const empty = Math.max(0, 1 - size / max);
      const cut = start === 0 ? 0 : (units[from + start]?.cost ?? 0);
      const total = (least[start] ?? 0) + cut + costs.emptiness * empty ** 2;
      if (total < (least[end] ?? 0)) {
        least[end] = total;
        cutBefore[end] = start;
      }
    }
  }
  const ranges: Range[] = [];
  for (let end = count; end > 0; ) {
    const start = cutBefore[end] ?? 0;
    ranges.push({ from: from + start, to: from + end });
    end = start;
  }
  return ranges.reverse();
}
