import type { Element } from "../../../elements/element.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import type { Line } from "./line.ts";
import { isSectionName } from "./section-names.ts";
import type { TableGrid } from "./table-grid.ts";

/** Rows and lines of a cell from which a table only lays out columns of text: the side column of a CV. */
const maxRows = 2;
const minLines = 4;

/**
 * The lines of a table that only lays out its page, cell after cell, with names of sections as titles. Null for a table of values.
 */
export function layoutLines(element: Element, { rows }: TableGrid, read: LabelReader): Line[] | null {
  const columns = rows[0]?.map((_, column) => rows.flatMap((row) => linesOf(row[column]))) ?? [];
  const isLayout =
    rows.length <= maxRows && columns.length > 1 && columns.every((lines) => lines.length >= minLines);
  if (!isLayout) return null;
  return columns.flat().map((text) => {
    const words = read(text);
    const isTitle = !/[\d:.]/.test(text) && isSectionName(words);
    return {
      element: isTitle ? { ...element, type: "Title", text } : element,
      cells: [{ text, words }],
      grid: null,
      row: 0,
    };
  });
}

const linesOf = (cell = ""): string[] => cell.split("\n").flatMap((line) => line.trim() || []);
