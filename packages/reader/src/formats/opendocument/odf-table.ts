import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, tableBlock } from "../../markup/blocks.ts";
import { documentHeaderRows, stackedRows } from "../../markup/document-header-rows.ts";
import { elementsCell } from "../../markup/elements-cell.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import type { XmlNode } from "../../package/xml-tree.ts";

type Row = { cells: XmlNode[]; isHeader: boolean };

const groups = ["table:table-rows", "table:table-row-group"];
/** A repeated row or cell stands for itself this many times; in text documents it hardly ever repeats. */
const maxRepeats = 100;

/** A table with its stated headings and merged cells. A table of one cell is only a frame: its content is given back. */
export function readOdfTable(
  table: XmlNode,
  readCell: (cell: XmlNode) => ParsedElement[],
  options: BlockOptions,
): ParsedElement[] {
  const rows = tableRows(table.children, false);
  const all = rows.flatMap(({ cells }) => cells);
  if (all.length === 1 && all[0]) return readCell(all[0]);
  const cells = rows.map((row) => row.cells.flatMap((cell) => cellsOf(cell, readCell)));
  const stated = rows.findIndex(({ isHeader }) => !isHeader);
  const headings = stated > 0 ? Math.max(stated, stackedRows(cells, 0)) : documentHeaderRows(cells);
  const block = tableBlock(cells, headings, options);
  return block ? [block] : [];
}

function tableRows(nodes: readonly XmlNode[], isHeader: boolean): Row[] {
  return nodes.flatMap((node): Row[] => {
    if (groups.includes(node.name)) return tableRows(node.children, isHeader);
    if (node.name === "table:table-header-rows") return tableRows(node.children, true);
    if (node.name !== "table:table-row") return [];
    const cells = node.children.filter(({ name }) => name === "table:table-cell");
    return cells.length === 0 ? [] : [{ cells, isHeader }];
  });
}

function cellsOf(cell: XmlNode, readCell: (cell: XmlNode) => ParsedElement[]): TableCell[] {
  const repeats = Math.min(Number(cell.attributes["table:number-columns-repeated"] ?? 1) || 1, maxRepeats);
  const read: TableCell = {
    ...elementsCell(readCell(cell)),
    colspan: Number(cell.attributes["table:number-columns-spanned"] ?? 1) || 1,
    rowspan: Number(cell.attributes["table:number-rows-spanned"] ?? 1) || 1,
  };
  return Array.from({ length: repeats }, () => read);
}
