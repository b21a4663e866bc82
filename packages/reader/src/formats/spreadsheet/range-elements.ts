import type { ParsedElement } from "../../element.ts";
import { paragraphBlock, tableBlock, titleBlock } from "../../markup/blocks.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { areaName, cellName } from "./cell-names.ts";
import { headingRows } from "./heading-rows.ts";
import { rangeGrid } from "./range-grid.ts";
import type { UsedRange } from "./used-ranges.ts";
import type { Area, Sheet } from "./workbook.ts";

export type RangeOptions = {
  merges: readonly Area[];
  marked: Sheet["marked"];
  pageNumber: number;
  metadata: Record<string, unknown>;
  withMarkdown: boolean;
  /** Called after each table, for reports of progress. */
  onTable: () => void;
};

/** A table ends after this many rows or characters and goes on in a next one, which repeats the headings. */
const maxTableRows = 1_000;
const maxTableCharacters = 256_000;
/** Headings that would cost more than this when they are repeated in every row, are in the first row only. */
const maxLabelCharacters = 2_000_000;
const maxLabelShare = 8;
const maxTitleRows = 3;
const maxTitleLength = 120;

/** The elements of one used range: titles above it, and the table; a lone cell is a line of text. */
export function rangeElements(range: UsedRange, options: RangeOptions): ParsedElement[] {
  const { pageNumber } = options;
  const grid = rangeGrid(range, options.merges);
  const titles = titleRows(grid.rows);
  const elements: ParsedElement[] = [];
  grid.rows.slice(0, titles).forEach((row, index) => {
    const cell = row.find(({ text }) => text !== "");
    const column = range.rows[index]?.cells[0]?.column ?? range.area.left;
    const metadata = { ...options.metadata, range: cellName(grid.rowNumbers[index] ?? 0, column) };
    const runs = [{ text: cell?.text ?? "" }];
    const isTitle = titles < grid.rows.length && (cell?.text.length ?? 0) <= maxTitleLength;
    const block = isTitle
      ? titleBlock(runs, 2, { pageNumber, metadata })
      : paragraphBlock(runs, { pageNumber, metadata });
    if (block) elements.push(block);
  });
  const rows = grid.rows.slice(titles);
  if (rows.length === 0) return elements;
  const numbers = grid.rowNumbers.slice(titles);
  const area = { ...range.area, top: numbers[0] ?? range.area.top };
  const found = headingRows(rows, numbers, area, options.marked);
  const headings = labelsCost(rows, found) ? found : 0;
  elements.push(...tablePieces(rows, numbers, headings, area, options));
  return elements;
}

/** Rows of a single cell above rows of several. A range of one cell is a line, too. */
function titleRows(rows: readonly TableCell[][]): number {
  const filled = (row: TableCell[]) => row.filter(({ text }) => text !== "").length;
  if (rows.length === 1 && rows[0] && filled(rows[0]) === 1) return 1;
  const start = rows.findIndex((row) => filled(row) > 1);
  return start > 0 && start <= maxTitleRows && rows.length - start >= 2 ? start : 0;
}

/** Whether the headings may be repeated beside every value: the sum may not be far more than the values themselves. */
function labelsCost(rows: readonly TableCell[][], headings: number): boolean {
  if (headings === 0) return true;
  const longest = rows
    .slice(0, headings)
    .reduce((sum, row) => sum + row.reduce((all, { text }) => all + text.length, 0), 0);
  const width = Math.max(1, rows[headings - 1]?.length ?? 1);
  let cells = 0;
  let characters = 0;
  for (const row of rows) {
    for (const { text } of row) {
      cells += text === "" ? 0 : 1;
      characters += text.length;
    }
  }
  return (longest / width) * cells <= Math.max(maxLabelCharacters, maxLabelShare * characters);
}

function tablePieces(
  rows: readonly TableCell[][],
  numbers: readonly number[],
  headingCount: number,
  area: Area,
  { pageNumber, metadata, withMarkdown, onTable }: RangeOptions,
): ParsedElement[] {
  const headings = rows.slice(0, headingCount);
  const labels = charactersOf(headings);
  const pieces: ParsedElement[] = [];
  let from = headingCount;
  const close = (to: number) => {
    const whole = from === headingCount && to === rows.length;
    const first = (numbers[from === headingCount ? 0 : from] ?? 0) as number;
    const last = whole ? area.bottom : (numbers[to - 1] ?? first);
    const block = tableBlock([...headings, ...clampSpans(rows.slice(from, to))], headingCount, {
      pageNumber,
      metadata: {
        ...metadata,
        range: areaName({ ...area, top: first, bottom: last }),
        ...(!whole && { first_row: (numbers[from] ?? 0) + 1, last_row: last + 1 }),
      },
    });
    if (block && !withMarkdown) delete block.markdown;
    if (block) pieces.push(block);
    from = to;
    onTable();
  };
  let characters = 0;
  for (let index = headingCount; index < rows.length; index += 1) {
    characters += charactersOf([rows[index] ?? []]) + labels;
    const rowsSoFar = index + 1 - from;
    if (rowsSoFar < maxTableRows && characters < maxTableCharacters) continue;
    close(index + 1);
    characters = 0;
  }
  if (from < rows.length || pieces.length === 0) close(rows.length);
  return pieces;
}

/** A merged cell that is cut by the end of a piece spans to that end only. */
function clampSpans(rows: readonly TableCell[][]): TableCell[][] {
  return rows.map((row, index) =>
    row.map((cell) =>
      (cell.rowspan ?? 1) > rows.length - index ? { ...cell, rowspan: rows.length - index } : cell,
    ),
  );
}

const charactersOf = (rows: readonly TableCell[][]): number =>
  rows.reduce((sum, row) => sum + row.reduce((all, { text }) => all + text.length + 1, 0), 0);
