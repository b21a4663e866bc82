import type { TableCell } from "../../markup/table-cell.ts";
import { renderTable } from "../../markup/table-markup.ts";

/** The three forms of a table of a page. Its text is the filled cells of each row as they stand there. */
export function tableTexts(rows: readonly (readonly TableCell[])[], headerRows: number) {
  const text = rows
    .map((row) =>
      row
        .map((cell) => cell.text)
        .filter((value) => value !== "")
        .join(" | "),
    )
    .filter((line) => line !== "")
    .join("\n");
  const { markdown, html } = renderTable(rows, { headerRows });
  return { text, markdown, html };
}
