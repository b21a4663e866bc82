import type { BoundingBox } from "../../element.ts";

type Placed = { box?: BoundingBox | undefined };

/** More shapes than this are a drawing; they stay in the order of the file. */
const maxShapes = 300;
/** Boxes that overlap by this much, in points, still count as beside each other. */
const overlap = 4;

/**
 * Shapes in reading order by their place: columns from left to right, where a gap runs through all of them, and rows from
 * top to bottom. Shapes without a place keep theirs at the end.
 */
export function inReadingOrder<T extends Placed>(shapes: readonly T[]): T[] {
  const placed = shapes.filter((shape) => shape.box !== undefined);
  const others = shapes.filter((shape) => shape.box === undefined);
  return placed.length > maxShapes ? [...shapes] : [...divide(placed), ...others];
}

type Edge = "left" | "top";

function divide<T extends Placed>(shapes: readonly T[]): T[] {
  if (shapes.length <= 1) return [...shapes];
  const columns = cut(shapes, "left");
  if (columns.length > 1) return columns.flatMap(divide);
  const rows = rowsWithColumns(shapes);
  return rows.length > 1 ? rows.flatMap(divide) : [...shapes].sort(byPlace);
}

/** Rows from top to bottom; rows that share a gap between columns stay together, so that the columns stay whole. */
function rowsWithColumns<T extends Placed>(shapes: readonly T[]): T[][] {
  const joined: T[][] = [];
  for (const row of cut(shapes, "top")) {
    const above = joined.at(-1);
    const both = above && [...above, ...row];
    if (both && cut(both, "left").length > 1) joined[joined.length - 1] = both;
    else joined.push(row);
  }
  return joined;
}

/** Groups with a gap between them along one direction. */
function cut<T extends Placed>(shapes: readonly T[], edge: Edge): T[][] {
  const start = ({ box }: T) => box?.[edge] ?? 0;
  const size = ({ box }: T) => box?.[edge === "left" ? "width" : "height"] ?? 0;
  const groups: T[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const shape of [...shapes].sort((a, b) => start(a) - start(b))) {
    if (start(shape) >= end - overlap) groups.push([]);
    groups.at(-1)?.push(shape);
    end = Math.max(end, start(shape) + size(shape));
  }
  return groups;
}

function byPlace(a: Placed, b: Placed): number {
  const rows = (a.box?.top ?? 0) - (b.box?.top ?? 0);
  return Math.abs(rows) > overlap ? rows : (a.box?.left ?? 0) - (b.box?.left ?? 0);
}
