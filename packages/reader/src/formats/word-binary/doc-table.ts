import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, tableBlock } from "../../markup/blocks.ts";
import { documentHeaderRows, stackedRows } from "../../markup/document-header-rows.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import type { Sprm } from "./sprms.ts";

export type DocRow = { cells: TableCell[]; sprms: readonly Sprm[] };

type RowShape = { edges: number[]; flags: number[] };

const defineTable = 0xd608;
const headingRow = 0x3404;
const mergedLeft = 0x02;
const mergedDown = 0x20;
const mergeStart = 0x40;
/** Edges of cells that lie this near to each other, in twentieths of a point, are one. */
const nearby = 30;

/** A table from its rows. The widths of cells say which of them span columns, their flags which span rows. */
export function docTable(
  rows: readonly DocRow[],
  main: DataView,
  options: BlockOptions,
): ParsedElement | undefined {
  const shapes = rows.map(({ cells, sprms }) => shapeOf(sprms, main, cells.length));
  const spanned = shapes.every((shape) => shape !== undefined)
    ? withSpans(rows, shapes)
    : rows.map(({ cells }) => cells);
  const stated = rows.findIndex(
    ({ sprms }) => !sprms.some(({ code, at }) => code === headingRow && main.getUint8(at) === 1),
  );
  const headings = stated > 0 ? Math.max(stated, stackedRows(spanned, 0)) : documentHeaderRows(spanned);
  return tableBlock(spanned, headings, options);
}

function shapeOf(sprms: readonly Sprm[], main: DataView, cells: number): RowShape | undefined {
  const sprm = sprms.findLast(({ code }) => code === defineTable);
  if (!sprm || sprm.length < 1) return undefined;
  const count = main.getUint8(sprm.at);
  const flagsAt = sprm.at + 1 + (count + 1) * 2;
  if (count !== cells || flagsAt > sprm.at + sprm.length) return undefined;
  return {
    edges: Array.from({ length: count + 1 }, (_, index) => main.getInt16(sprm.at + 1 + index * 2, true)),
    flags: Array.from({ length: count }, (_, index) => {
      const at = flagsAt + index * 20;
      return at + 2 <= sprm.at + sprm.length ? main.getUint16(at, true) : 0;
    }),
  };
}

function withSpans(rows: readonly DocRow[], shapes: readonly RowShape[]): TableCell[][] {
  const grid: number[] = [];
  for (const edge of shapes.flatMap(({ edges }) => edges).sort((a, b) => a - b))
    if (grid.length === 0 || edge - (grid.at(-1) ?? 0) > nearby) grid.push(edge);
  const column = (edge: number) => grid.findLastIndex((line) => line <= edge);
  const startsAt = (row: number, edge: number, flag: number) => {
    const shape = shapes[row];
    const index = shape?.edges.findIndex((own) => column(own) === column(edge)) ?? -1;
    return index >= 0 && ((shape?.flags[index] ?? 0) & (mergedDown | mergeStart)) === flag;
  };
  return rows.map(({ cells }, row) => {
    const { edges, flags } = shapes[row] ?? { edges: [], flags: [] };
    const line: TableCell[] = [];
    cells.forEach((cell, index) => {
      const flag = flags[index] ?? 0;
      const left = edges[index] ?? 0;
      const width = Math.max(column(edges[index + 1] ?? left) - column(left), 1);
      const above = line.at(-1);
      if (flag & mergedLeft && above) {
        above.colspan = (above.colspan ?? 1) + width;
        return;
      }
      if ((flag & (mergedDown | mergeStart)) === mergedDown && row > 0) return;
      let height = 1;
      if (flag & mergeStart) while (startsAt(row + height, left, mergedDown)) height += 1;
      line.push({ ...cell, colspan: width, rowspan: height });
    });
    return line;
  });
}
