import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, tableBlock } from "../../markup/blocks.ts";
import { documentHeaderRows, stackedRows } from "../../markup/document-header-rows.ts";
import { type CellMerge, mergedCells, type RowShape } from "../../markup/merged-cells.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import type { Sprm } from "./sprms.ts";

export type DocRow = { cells: TableCell[]; sprms: readonly Sprm[] };

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
    ? mergedCells(
        rows.map(({ cells }) => cells),
        shapes,
        nearby,
      )
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
    merges: Array.from({ length: count }, (_, index) => {
      const at = flagsAt + index * 20;
      return mergeOf(at + 2 <= sprm.at + sprm.length ? main.getUint16(at, true) : 0);
    }),
  };
}

function mergeOf(flags: number): CellMerge {
  if (flags & mergedLeft) return "left";
  if (flags & mergeStart) return "start";
  return flags & mergedDown ? "down" : undefined;
}
