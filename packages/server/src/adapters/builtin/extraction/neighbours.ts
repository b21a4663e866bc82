import type { BoundingBox } from "../../../elements/element.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Line } from "./line.ts";
import { isLabelRow } from "./table-grid.ts";

export type Neighbour = { text: string; place: "beside" | "below"; line: Line };

/** Maximum gap between a label and the value below it, in heights of the label's line. */
const maxLinesBelow = 3;
const lineHeight = 14;
/** A currency sign or a colon may be between a label and its value. */
const maxBeside = 3;

/**
 * The texts at the places where a label's value can be outside its line: below it in its table; to the right of it or
 * below it on the page, by bounding boxes; without boxes, in the next line.
 */
export function besideAndBelow(
  document: LabelledDocument,
  line: Line,
  column: number,
  order: number,
): Neighbour[] {
  if (line.grid) {
    // Text above more than one row is the heading of a column and not the label of a value.
    if (line.grid.rows.length - line.row > 2 && !isLabelRow(line.grid, line.row)) return [];
    const below = document.lines[order + 1];
    const cell = below?.grid === line.grid ? below?.cells[column] : undefined;
    return below && cell && cell.text !== "" ? [{ text: cell.text, place: "below", line: below }] : [];
  }
  const { box } = line;
  const next = document.lines[order + 1];
  if (!box || (next && next.element === line.element && next.box === box))
    return next ? [{ text: textOf(next), place: "below", line: next }] : [];
  const others = (document.byPage.get(line.element.pageNumber) ?? []).filter((other) => other !== line);
  return [
    ...nearest(others, (other) => beside(box, other), maxBeside).map((other) => near(other, "beside")),
    ...nearest(others, (other) => below(box, other), 1).map((other) => near(other, "below")),
  ];
}

const near = (line: Line, place: Neighbour["place"]): Neighbour => ({
  text: line.grid ? line.element.text : textOf(line),
  place,
  line,
});

const textOf = (line: Line): string => line.cells.map(({ text }) => text).join(" ");

/** The lines with the smallest distances, nearest first. Lines without a distance (null) are left out. */
const nearest = (lines: Line[], distance: (box: BoundingBox) => number | null, maxCount: number): Line[] =>
  lines
    .flatMap((line) => {
      const gap = line.box ? distance(line.box) : null;
      return gap === null ? [] : [{ line, gap }];
    })
    .sort((a, b) => a.gap - b.gap)
    .slice(0, maxCount)
    .map(({ line }) => line);

/** The gap to a box that starts to the right of this one on the same line. */
function beside(box: BoundingBox, other: BoundingBox): number | null {
  const middle = box.top + box.height / 2;
  const sameLine = other.top <= middle && middle <= other.top + other.height;
  const gap = other.left - (box.left + box.width);
  return sameLine && gap > -box.height ? gap : null;
}

/** The gap to a box that starts below this one and shares some of its width. */
function below(box: BoundingBox, other: BoundingBox): number | null {
  const gap = other.top - (box.top + box.height);
  const shared = Math.min(box.left + box.width, other.left + other.width) - Math.max(box.left, other.left);
  const line = Math.min(box.height, 2 * lineHeight);
  return gap > -line / 2 && gap <= maxLinesBelow * line && shared > 0 ? gap : null;
}
