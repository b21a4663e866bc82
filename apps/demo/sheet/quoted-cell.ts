import { textAt } from "./cell-grid.ts";
import type { JoinedTable } from "./join-tables.ts";
import type { CellPlace } from "./sheet-table.tsx";

/**
 * Where quoted words are in a table: the cell that says just them, else the first cell of the row of which most is
 * quoted. Undefined when no row is.
 */
export function quotedCell(
  { grid, pieceOfRow }: JoinedTable,
  elementId: string,
  quote: string,
): CellPlace | undefined {
  const wanted = plain(quote);
  let best: (CellPlace & { quoted: number }) | undefined;
  for (let row = grid.headRows; row < grid.slots.length; row += 1) {
    if (pieceOfRow[row]?.element.element_id !== elementId) continue;
    const texts = Array.from({ length: grid.columnCount }, (_, column) => plain(textAt(grid, row, column)));
    const exact = texts.findIndex((text) => text !== "" && text === wanted);
    if (exact >= 0) return { row, column: exact };
    const filled = texts.filter((text) => text !== "");
    if (filled.length === 0 || !filled.every((text) => wanted.includes(text))) continue;
    const quoted = filled.join("").length;
    if (quoted > (best?.quoted ?? 0)) best = { row, column: texts.findIndex((text) => text !== ""), quoted };
  }
  return best && { row: best.row, column: best.column };
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
