import type { ParsedElement } from "../../element.ts";
import { paragraphBlock, titleBlock } from "../../markup/blocks.ts";
import { firstRowIsHeading } from "../../markup/header-rows.ts";
import { columnName } from "./cell-names.ts";
import { type RangeOptions, rangeElements } from "./range-elements.ts";
import { type UsedRange, usedRanges } from "./used-ranges.ts";
import type { Area, Sheet } from "./workbook.ts";

export type SheetOptions = Pick<RangeOptions, "withMarkdown" | "onTable"> & {
  /** Further metadata of the sheet's title. */
  facts: Record<string, unknown>;
};

/**
 * The elements of a sheet: its name, headers, the used ranges, what floats above the cells, comments, footers. Empty
 * sheets have none.
 */
export function sheetElements(sheet: Sheet, { withMarkdown, onTable, facts }: SheetOptions): ParsedElement[] {
  const pageNumber = sheet.number;
  const own = { sheet: sheet.name };
  const hiddenColumns = new Set(sheet.hiddenColumns.map((column) => column - 1));
  const hiddenRows = new Set(sheet.hiddenRows.map((row) => row - 1));
  const merges = clipped(sheet);
  const ranges = joinContinued(usedRanges(sheet.rows, { merges, hiddenRows, hiddenColumns }));
  const body = ranges.flatMap((range) =>
    rangeElements(range, {
      merges,
      marked: sheet.marked,
      pageNumber,
      metadata: { ...own, ...hiddenWithin(sheet, range.area) },
      withMarkdown,
      onTable,
    }),
  );
  const margin = (texts: string[], type: "Header" | "Footer") =>
    texts.flatMap((text) => paragraphBlock([{ text }], { type, pageNumber, metadata: own }) ?? []);
  const comments = sheet.comments.flatMap(({ cell, author, text }) => {
    const metadata = { ...own, kind: "comment", range: cell, ...(author && { author }) };
    return paragraphBlock([{ text }], { type: "UncategorizedText", pageNumber, metadata }) ?? [];
  });
  const floating = sheet.floating.map((element) => ({
    ...element,
    metadata: { ...own, ...element.metadata },
  }));
  const content = [
    ...margin(sheet.headers, "Header"),
    ...body,
    ...floating,
    ...comments,
    ...margin(sheet.footers, "Footer"),
  ];
  if (content.length === 0) return [];
  const whole = { top: 0, left: 0, bottom: Number.POSITIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  const metadata = { ...own, ...hiddenWithin(sheet, whole), ...facts };
  const title = titleBlock([{ text: sheet.name }], 1, { pageNumber, metadata });
  return title ? [title, ...content] : content;
}

/** Merged areas as far as the sheet is filled: a title may be merged over 16,384 columns. */
function clipped({ rows, merges }: Sheet): Area[] {
  const bottom = rows.at(-1)?.row ?? 0;
  const right = rows.reduce((widest, { cells }) => Math.max(widest, cells.at(-1)?.column ?? 0), 0);
  return merges.map((merge) => ({
    ...merge,
    bottom: Math.max(merge.top, Math.min(merge.bottom, bottom)),
    right: Math.max(merge.left, Math.min(merge.right, right)),
  }));
}

/** A single empty row inside a table does not end it: the rows below have the same columns and no headings of their own. */
function joinContinued(ranges: readonly UsedRange[]): UsedRange[] {
  const joined: UsedRange[] = [];
  for (const range of ranges) {
    const above = joined.at(-1);
    if (above && continues(above, range)) {
      above.rows = [...above.rows, ...range.rows];
      above.area = { ...above.area, bottom: range.area.bottom };
    } else joined.push({ ...range });
  }
  return joined;
}

function continues(above: UsedRange, below: UsedRange): boolean {
  if (below.area.top !== above.area.bottom + 2) return false;
  if (below.area.left !== above.area.left || below.area.right !== above.area.right) return false;
  if (above.area.left === above.area.right || above.rows.length < 2) return false;
  const last = above.rows.at(-1)?.cells.map(({ text }) => text) ?? [];
  const first = below.rows[0]?.cells.map(({ text }) => text) ?? [];
  // A row of titles over a row of values, in the rows below, is a table of its own.
  const texts = below.rows.slice(0, 10).map(({ cells }) => cells.map(({ text }) => text));
  return first.length === last.length && firstRowIsHeading(texts) === "no";
}

/** Hidden rows and columns inside an area, as in `hidden_rows: ["3-5"]`, `hidden_columns: ["C"]`. */
function hiddenWithin(sheet: Sheet, { top, left, bottom, right }: Area): Record<string, string[]> {
  const rows = (numbers: number[]) =>
    spansOf(
      numbers.filter((row) => row > top && row <= bottom),
      String,
    );
  const columns = sheet.hiddenColumns.filter((column) => column > left && column <= right);
  const found = {
    hidden_rows: rows(sheet.hiddenRows),
    hidden_columns: spansOf(columns, (column) => columnName(column - 1)),
    filtered_rows: rows(sheet.filteredRows),
  };
  return Object.fromEntries(Object.entries(found).filter(([, spans]) => spans.length > 0));
}

/** Spans of consecutive numbers; more than this many are cut short by an ellipsis. */
const maxSpans = 200;

function spansOf(numbers: readonly number[], name: (number: number) => string): string[] {
  const spans: string[] = [];
  for (let index = 0; index < numbers.length; index += 1) {
    const from = numbers[index] ?? 0;
    while (numbers[index + 1] === (numbers[index] ?? 0) + 1) index += 1;
    const to = numbers[index] ?? from;
    if (spans.length === maxSpans) return [...spans, "…"];
    spans.push(from === to ? name(from) : `${name(from)}-${name(to)}`);
  }
  return spans;
}
