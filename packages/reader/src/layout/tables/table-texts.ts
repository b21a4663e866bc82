import type { TableCell } from "../../markup/table-cell.ts";
import { renderTable } from "../../markup/table-markup.ts";

/** The three forms of a table of a page. */
export function tableTexts(rows: readonly (readonly TableCell[])[], headerRows: number) {
  const { markdown, html } = renderTable(rows, { headerRows });
  return { text: textOfRows(rows), markdown, html };
}

/** The filled cells of each row as they are there, a line for each row. */
export const textOfRows = (rows: readonly (readonly TableCell[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => cell.text)
        .filter((value) => value !== "")
        .join(" | "),
    )
    .filter((line) => line !== "")
    .join("\n");
