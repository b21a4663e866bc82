import type { LabelReader } from "../../../text/label-words.ts";
import type { TableGrid } from "./table-grid.ts";

/** Rows below a heading that must show two values, as a share of those with text. */
const minShare = 0.6;
const twoNumbers = /^(-?\d[\d.,]*)\s+(\D{0,4}-?\d.*)$/u;
const maxHeading = 30;

/**
 * Divides columns that a reader joined: a heading of two labels ("Menge Einzelpreis") above cells of two numbers
 * ("6,5 72,00 €").
 */
export function splitJoinedColumns(grid: TableGrid, read: LabelReader): TableGrid {
  const [heading = []] = grid.rows;
  const joined = heading.flatMap((text, column) => {
    const labels =
      text.length <= maxHeading && /^\S+\s\S+$/.test(text)
        ? text.split(/\s/).map((label) => read(label))
        : [];
    const isKnown = labels.length === 2 && labels.every((words) => words.some(({ known }) => known));
    if (!isKnown || labels.flat().some(({ known, isModifier }) => !known && !isModifier)) return [];
    const below = grid.rows.slice(1).flatMap((row) => (row[column] ? [row[column]] : []));
    const two = below.filter((cell) => twoNumbers.test(cell)).length;
    const wordy = below.filter((cell) => !/\d/.test(cell)).length;
    return two > 0 && two >= minShare * (below.length - wordy) ? [column] : [];
  });
  if (joined.length === 0) return grid;
  const rows = grid.rows.map((row, index) =>
    row.flatMap((text, column) => {
      if (!joined.includes(column)) return [text];
      const [, first, second] = (index === 0 ? /^(\S+)\s(\S+)$/ : twoNumbers).exec(text) ?? [];
      return first !== undefined && second !== undefined ? [first, second] : [text, ""];
    }),
  );
  return { ...grid, rows };
}
