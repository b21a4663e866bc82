import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import type { Element } from "../../../elements/element.ts";

/**
 * A table as rows with the same number of cells. A cell that spans is in its first place; its other places are empty.
 */
export type TableGrid = {
  element: Element;
  rows: string[][];
  /** Number of rows at the top that the markup marks as headings. */
  headerRows: number;
};

const maxCells = 200_000;

/** The grid of a table element from its HTML; null without HTML. */
export function tableGrid(element: Element): TableGrid | null {
  if (element.html === undefined) return null;
  const rows: string[][] = [];
  let headerRows = 0;
  let cells = 0;
  const spans: number[] = [];
  for (const row of rowsOf(parseFragment(element.html))) {
    const values: string[] = [];
    const tags = row.childNodes
      .filter(isElement)
      .filter(({ tagName }) => tagName === "td" || tagName === "th");
    for (const cell of tags) {
      while ((spans[values.length] ?? 0) > rows.length) values.push("");
      const [columns, down] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
      for (let index = 0; index < columns; index += 1) {
        spans[values.length] = rows.length + down;
        values.push(index === 0 ? textOf(cell).trim() : "");
      }
    }
    cells += values.length;
    if (cells > maxCells) break;
    if (headerRows === rows.length && tags.length > 0 && tags.every(({ tagName }) => tagName === "th"))
      headerRows += 1;
    rows.push(values);
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return {
    element,
    headerRows,
    rows: rows.map((row) => [...row, ...new Array<string>(width - row.length).fill("")]),
  };
}

/** Whether a row is the labels of a form of boxes, where rows of labels and rows of values below them take turns. */
export const isLabelRow = ({ rows }: TableGrid, row: number): boolean =>
  row % 2 === 0 &&
  rows.length >= 4 &&
  rows.length % 2 === 0 &&
  rows.every((cells, index) => cells.some((cell) => /\d/.test(cell)) === (index % 2 === 1));

type Node = DefaultTreeAdapterTypes.ChildNode;
type Tag = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Tag => "tagName" in node;

function* rowsOf(parent: { childNodes: Node[] }): Generator<Tag> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    if (child.tagName === "tr") yield child;
    else yield* rowsOf(child);
  }
}

function spanOf(cell: Tag, name: string): number {
  const value = Number(cell.attrs.find((attribute) => attribute.name === name)?.value ?? 1);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, 100) : 1;
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  if (!isElement(node)) return "";
  return node.tagName === "br" ? "\n" : node.childNodes.map(textOf).join("");
}
