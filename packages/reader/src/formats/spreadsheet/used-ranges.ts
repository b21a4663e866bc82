import type { Area, SheetRow } from "./workbook.ts";

/** A block of cells with empty rows and columns around it. */
export type UsedRange = { area: Area; rows: SheetRow[] };

/** More blocks than this in a sheet are a pattern and not tables, so columns stop to divide them. */
const maxRanges = 2_000;
const maxDepth = 6;

/** What is known beside the cells. Hidden rows and columns do not count as gaps, because they are not visible. */
export type SheetShape = {
  merges: readonly Area[];
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
};

/**
 * The blocks of a sheet: cells that empty rows and empty columns keep apart, top to bottom, then left to right. A merged
 * cell fills its whole area.
 */
export function usedRanges(rows: readonly SheetRow[], shape: SheetShape): UsedRange[] {
  const filled = rows.filter((row) => row.cells.length > 0);
  let left = maxRanges;
  const divide = (part: SheetRow[], within: readonly Area[], depth: number): UsedRange[] => {
    const whole = rangeOf(part, within);
    if (depth > maxDepth || left <= 0) return [whole];
    const bands =
      depth % 2 === 0
        ? divideRows(part, within, shape.hiddenRows)
        : divideColumns(part, within, shape.hiddenColumns);
    if (bands.length <= 1 && depth > 0) return [whole];
    left -= bands.length - 1;
    return bands.flatMap((band) => divide(band, mergesOf(band, within), depth + 1));
  };
  return filled.length === 0 ? [] : divide(filled, mergesOf(filled, shape.merges), 0);
}

/** Merges whose first cell, the one that shows the text, is filled in these rows. */
function mergesOf(rows: readonly SheetRow[], merges: readonly Area[]): Area[] {
  if (merges.length === 0) return [];
  const filled = new Map(rows.map(({ row, cells }) => [row, new Set(cells.map(({ column }) => column))]));
  return merges.filter(({ top, left }) => filled.get(top)?.has(left));
}

/** The first place after `end` that is not hidden. */
function next(end: number, hidden: ReadonlySet<number>): number {
  let place = end + 1;
  while (hidden.has(place)) place += 1;
  return place;
}

function divideRows(
  rows: readonly SheetRow[],
  merges: readonly Area[],
  hidden: ReadonlySet<number>,
): SheetRow[][] {
  const reach = new Map<number, number>();
  for (const { top, bottom } of merges) reach.set(top, Math.max(bottom, reach.get(top) ?? 0));
  const bands: SheetRow[][] = [];
  let end = -2;
  for (const row of rows) {
    if (row.row > next(end, hidden)) bands.push([]);
    bands.at(-1)?.push(row);
    end = Math.max(end, row.row, reach.get(row.row) ?? 0);
  }
  return bands;
}

function divideColumns(
  rows: readonly SheetRow[],
  merges: readonly Area[],
  hidden: ReadonlySet<number>,
): SheetRow[][] {
  const reach = new Map<number, number>();
  const reaches = (column: number, end: number) => reach.set(column, Math.max(end, reach.get(column) ?? 0));
  for (const { cells } of rows) for (const { column } of cells) reaches(column, column);
  for (const { left, right } of merges) reaches(left, right);
  const starts = joinLabels(gaplessSpans(reach, hidden)).map(({ left }) => left);
  if (starts.length <= 1) return [[...rows]];
  const bands: SheetRow[][] = starts.map(() => []);
  for (const { row, cells } of rows) {
    let band = 0;
    for (const cell of cells) {
      while ((starts[band + 1] ?? Number.POSITIVE_INFINITY) <= cell.column) band += 1;
      const last = bands[band]?.at(-1);
      if (last?.row === row) last.cells.push(cell);
      else bands[band]?.push({ row, cells: [cell] });
    }
  }
  return bands;
}

type Span = { left: number; right: number };

/** Columns that touch each other, or that merged cells join. `reach` says how far what starts in a column goes. */
function gaplessSpans(reach: ReadonlyMap<number, number>, hidden: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  for (const [column, end] of [...reach].sort(([a], [b]) => a - b)) {
    const last = spans.at(-1);
    if (last && column <= next(last.right, hidden)) last.right = Math.max(last.right, end);
    else spans.push({ left: column, right: end });
  }
  return spans;
}

/** A single column beside others, with one empty column between, is their labels and not a table of its own. */
function joinLabels(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  let labels = false;
  for (const span of spans) {
    const last = joined.at(-1);
    const single = span.left === span.right;
    if (last && (labels || single) && span.left === last.right + 2) last.right = span.right;
    else joined.push({ ...span });
    labels = single;
  }
  return joined;
}

function rangeOf(rows: SheetRow[], merges: readonly Area[]): UsedRange {
  const area = {
    top: rows[0]?.row ?? 0,
    left: Number.POSITIVE_INFINITY,
    bottom: rows.at(-1)?.row ?? 0,
    right: 0,
  };
  for (const { cells } of rows) {
    area.left = Math.min(area.left, cells[0]?.column ?? area.left);
    area.right = Math.max(area.right, cells.at(-1)?.column ?? 0);
  }
  for (const merge of merges) {
    area.bottom = Math.max(area.bottom, merge.bottom);
    area.right = Math.max(area.right, merge.right);
  }
  return { area, rows };
}
