import { propertyNameWords } from "../../../text/property-name-words.ts";
import { foldAccents } from "../../../text/terms.ts";
import type { Line } from "./line.ts";
import type { Field } from "./schema-fields.ts";

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

/** Heads of columns that sum up the year or repeat an earlier period, beside that of the period of the paper. Folded. */
const otherPeriod =
  /\b(?:year to date|ytd|to date|cumul\w*|kumul\w*|aufgelaufen\w*|jahreswerte?|acumulad[oa]|progressiv[oi]|previous|prior|last (?:month|year|period)|vorjahr|vormonat|precedente?|anterior)\b/;

/** Whether a cell is in a column that sums up the year or repeats an earlier period. */
export const isHeadedByOtherPeriod = ({ grid, row }: Line, column: number): boolean =>
  grid?.rows
    .slice(0, Math.min(row, grid.headerRows))
    .some((cells) => otherPeriod.test(foldAccents(cells[column] ?? ""))) === true;

/** Whether the name of a field asks for such a column. */
export const asksForOtherPeriod = ({ name }: Field): boolean =>
  otherPeriod.test(foldAccents(propertyNameWords(name)));
