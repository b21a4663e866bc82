import type { Formatted } from "./formatted-pages.ts";
import { type DocumentText, lastAtMost } from "./piece-table.ts";

/** Characters in one format. */
export type Run = { start: number; end: number; format: Formatted };

/** Runs are kept by their place in the file. Text follows the pieces, so a run may occur in several of them. */
export function runsByPosition(formatted: readonly Formatted[], { pieces }: DocumentText): Run[] {
  const runs: Run[] = [];
  const plain: Formatted = { from: 0, to: 0, style: 0, sprms: [] };
  for (const { start, end, offset, width } of pieces) {
    const last = offset + (end - start) * width;
    const position = (byte: number) => start + Math.floor((byte - offset) / width);
    let here = offset;
    for (
      let index = Math.max(
        lastAtMost(formatted, offset, (one) => one.from),
        0,
      );
      here < last;
      index += 1
    ) {
      const one = formatted[index];
      if (!one || one.from >= last) break;
      if (one.to <= here) continue;
      if (one.from > here) runs.push({ start: position(here), end: position(one.from), format: plain });
      const from = Math.max(one.from, here);
      here = Math.min(one.to, last);
      runs.push({ start: position(from), end: position(here), format: one });
    }
    if (here < last) runs.push({ start: position(here), end, format: plain });
  }
  return runs;
}
