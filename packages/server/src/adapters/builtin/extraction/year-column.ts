import type { Line } from "./line.ts";

const yearHeading = /(?<!\d)(?:19|20)\d{2}(?!\d)/;

/** The column that is headed by a year; null when others are and this one is not; undefined without such columns. */
export function yearColumn(year: string, { grid, row }: Line): number | null | undefined {
  for (const cells of (grid?.rows.slice(0, row) ?? []).reverse()) {
    if (cells.filter((text) => yearHeading.test(text) && text.length <= 20).length < 2) continue;
    const found = cells.findIndex((text) => yearHeading.exec(text)?.[0] === year);
    return found < 0 ? null : found;
  }
  return undefined;
}
