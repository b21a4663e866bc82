import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, tableBlock } from "../../markup/blocks.ts";
import { documentHeaderRows } from "../../markup/document-header-rows.ts";
import { cleanText, collapseSpaces } from "../../markup/plain-text.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import type { PptShape } from "./shapes.ts";

/** Edges of cells that lie this near to each other, in points, are one. */
const nearby = 2;

/** A table from shapes that lie on a grid. A shape over several lines of the grid spans them. */
export function shapeTable(cells: readonly PptShape[], options: BlockOptions): ParsedElement | undefined {
  const placed = cells.flatMap(({ box, texts }) => (box ? [{ box, text: textOf(texts) }] : []));
  const columns = lines(placed.flatMap(({ box }) => [box.left, box.left + box.width]));
  const rows = lines(placed.flatMap(({ box }) => [box.top, box.top + box.height]));
  const table: { column: number; cell: TableCell }[][] = rows.slice(0, -1).map(() => []);
  for (const { box, text } of placed) {
    const [column, row] = [lineAt(columns, box.left), lineAt(rows, box.top)];
    const cell = {
      text,
      colspan: Math.max(lineAt(columns, box.left + box.width) - column, 1),
      rowspan: Math.max(lineAt(rows, box.top + box.height) - row, 1),
    };
    table[row]?.push({ column, cell });
  }
  const sorted = table.map((row) => row.sort((a, b) => a.column - b.column).map(({ cell }) => cell));
  return tableBlock(sorted, documentHeaderRows(sorted, true), options);
}

function lines(edges: readonly number[]): number[] {
  const found: number[] = [];
  for (const edge of [...edges].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last === undefined || edge - last > nearby) found.push(edge);
  }
  return found;
}

const lineAt = (found: readonly number[], edge: number): number =>
  Math.max(
    found.findLastIndex((line) => line <= edge + nearby),
    0,
  );

const textOf = (texts: PptShape["texts"]): string =>
  collapseSpaces(cleanText(texts.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join("\n")));
