import type { ParsedElement } from "../../element.ts";
import { documentHeaderRows, stackedRows } from "../../markup/document-header-rows.ts";
import { elementsCell } from "../../markup/elements-cell.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { child, propertyOf, switchOf, type XmlNode } from "../../package/xml-tree.ts";
import { controlContent } from "./content-control.ts";
import type { Styles } from "./styles.ts";

export type WordTable = { rows: TableCell[][]; headerRows: number };

type Row = {
  cells: { node: XmlNode; column: number; columns: number; continues: boolean }[];
  isHeader: boolean;
  /** Grid columns left free before the first cell. */
  before: number;
};

/** The cells of a table, without those of nested tables. A cell that is merged downwards is one cell. */
export function tableRows(table: XmlNode, styles: Styles): Row[] {
  const rows: Row[] = [];
  for (const node of unwrapped(table.children, "w:tr", styles)) {
    const properties = child(node, "w:trPr");
    if (child(properties, "w:del")) continue;
    const before = Math.min(Math.max(Number(propertyOf(properties, "w:gridBefore") ?? 0) || 0, 0), 1000);
    let column = before;
    const cells: Row["cells"] = [];
    for (const cell of unwrapped(node.children, "w:tc", styles)) {
      const cellProperties = child(cell, "w:tcPr");
      const columns = Math.min(Math.max(Number(propertyOf(cellProperties, "w:gridSpan") ?? 1) || 1, 1), 1000);
      const down = propertyOf(cellProperties, "w:vMerge");
      const across = propertyOf(cellProperties, "w:hMerge");
      const last = cells.at(-1);
      if (last && across !== undefined && across !== "restart") last.columns += columns;
      else cells.push({ node: cell, column, columns, continues: down !== undefined && down !== "restart" });
      column += columns;
    }
    if (cells.length > 0)
      rows.push({ cells, isHeader: switchOf(properties, "w:tblHeader") ?? false, before });
  }
  return rows;
}

/** The children of one name, including those inside content controls and insertions. */
function unwrapped(children: readonly XmlNode[], name: string, styles: Styles): XmlNode[] {
  return children.flatMap((node) => {
    if (node.name === name) return [node];
    if (node.name === "w:sdt") return unwrapped(controlContent(node, styles), name, styles);
    return node.name === "w:ins" || node.name === "w:customXml" ? unwrapped(node.children, name, styles) : [];
  });
}

/** Whether a table is only a frame around its content: it has one cell, or one row of passages and not of values. */
export function isFrame(rows: readonly Row[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length <= 1) return true;
  if (rows.length > 1) return false;
  return cells.some(
    ({ node }) => node.children.some(({ name }) => name === "w:tbl") || textLength(node) > 400,
  );
}

function textLength(node: XmlNode): number {
  return node.children.reduce(
    (sum, inner) => sum + (inner.name === "w:t" ? inner.text.length : textLength(inner)),
    0,
  );
}

/** Reads a table. Its style may mark the first row as headings. `readCell` returns the elements of a cell's content. */
export function readTable(
  rows: readonly Row[],
  firstRowStyled: boolean,
  readCell: (cell: XmlNode) => ParsedElement[],
): WordTable {
  const read = rows.map((row, index) => {
    const cells = row.cells
      .filter((cell) => !cell.continues || index === 0)
      .map(
        (cell): TableCell => ({
          ...elementsCell(readCell(cell.node)),
          colspan: cell.columns,
          rowspan: rowspan(rows, index, cell.column),
        }),
      );
    return row.before > 0 ? [{ text: "", colspan: row.before }, ...cells] : cells;
  });
  let leading = 0;
  while (leading < rows.length && rows[leading]?.isHeader) leading += 1;
  if (leading > 0 && leading < rows.length)
    return { rows: read, headerRows: Math.max(leading, stackedRows(read, 0)) };
  const isMarked = firstRowStyled || (isShaded(rows[0]) && !isShaded(rows[1]));
  return { rows: read, headerRows: documentHeaderRows(read, isMarked) };
}

function rowspan(rows: readonly Row[], from: number, column: number): number {
  let span = 1;
  while (rows[from + span]?.cells.some((cell) => cell.column === column && cell.continues)) span += 1;
  return span;
}

function isShaded(row: Row | undefined): boolean {
  return (
    row?.cells.every(({ node }) => {
      const fill = child(child(node, "w:tcPr"), "w:shd")?.attributes["w:fill"]?.toLowerCase();
      return fill !== undefined && fill !== "auto" && fill !== "ffffff";
    }) ?? false
  );
}
