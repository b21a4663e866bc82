import { runSideBySide } from "../lines/running-text.ts";
import { ruledHeaderRows, type TableBlock, type TableBlockCell } from "../lines/table-block.ts";
import { type Column, isProse, type TextRow } from "../lines/text-rows.ts";
import { around, type Box, median, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Rule } from "../page/page.ts";
import { bodyRows } from "./body-rows.ts";
import { isOfValues, isTableCaption, isValue } from "./figures.ts";
import { mergeCollinear } from "./rule-grid.ts";
import { columnsOfText, headOfText, type TableText, tableOfText, tableText } from "./table-of-text.ts";

/** Builds a table from the rows of text inside a box. The white space shows its columns (and rows). */
export function tableBetweenRules(
  box: Box,
  ys: readonly number[],
  written: readonly TextRow[],
  xs: readonly number[],
  rules: readonly Rule[],
): TableBlock | null {
  const text = tableText(written, innerRules(rules, box));
  const { rows } = text;
  if (rows.length < 2) return null;
  const size = rows[0]?.size ?? 10;
  const pitches = rows.slice(1).map((row, index) => row.baseline - (rows[index]?.baseline ?? 0));
  // Wide white space shows that the lines bound more than one thing.
  if (Math.max(...pitches) > Math.max(5 * size, 3 * median(pitches))) return null;
  const first = rows[0]?.top ?? box.top;
  if (first - box.top > Math.max(5 * size, 3 * median(pitches))) return null;
  const columns =
    xs.length > 2
      ? xs.slice(1).map((right, index) => ({ left: xs[index] ?? 0, right }))
      : columnsOfText(text, size);
  if (columns.length < 2) return null;
  const columnLines = columns.map((column) =>
    rows.flatMap((row) =>
      row.lines.filter(
        (line) => overlap(column.left, column.right, line.left, line.right) > 0.5 * (line.right - line.left),
      ),
    ),
  );
  const prose = columnLines.filter((lines, index) => {
    const column = columns[index];
    return column !== undefined && isProse(lines, column.right - column.left);
  }).length;
  if (holdsCaption(rows)) return null;
  const valueColumns = columnLines.filter(isOfValues).length;
  const separated = ys.length - 1 >= Math.max(3, 0.3 * rows.length);
  if ((prose >= 2 || runSideBySide(columnLines)) && !separated) return null;
  const severalFilled = rows.filter((row) => row.lines.length >= 2).length;
  if (severalFilled < 2 || severalFilled < (valueColumns >= 2 ? 0.2 : separated ? 0.4 : 0.6) * rows.length)
    return null;
  if (columns.length === 2 && ys.length === 2 && (prose > 0 || severalFilled < 3)) return null;
  if (
    rows.filter((row) => row.lines.some((line) => isSentenceAcross(line, columns))).length >
    Math.max(1, 0.1 * rows.length)
  ) {
    return null;
  }
  const inner = ys.slice(1, -1);
  const table = separated ? tableOfBands(text, columns, ys) : tableOfText(text, columns);
  if (!separated && table.headerRows === 0 && isUnderHeader(inner, rows)) table.headerRows = 1;
  if (table.rows.length < 2) return null;
  return { ...table, ...around([box, table]) };
}

/** A caption between two lines shows that they are lines of two tables. */
const holdsCaption = (rows: readonly TextRow[]): boolean =>
  rows.some(({ lines }) => lines.length === 1 && isTableCaption(lines[0]?.text ?? ""));

/** Running text in several columns: the area between the lines holds more than a table. */
export function isSentenceAcross(line: Line, columns: readonly Column[]): boolean {
  const touched = columns.filter(
    (column) => overlap(column.left, column.right, line.left, line.right) > 0,
  ).length;
  return touched >= 2 && line.words.length >= 8;
}

/** There are lines between the rows, so everything between two lines is one row. */
function tableOfBands(text: TableText, columns: readonly Column[], ys: readonly number[]): TableBlock {
  const head = headOfText(text, columns);
  const rows = text.rows.slice(text.headings);
  const isLabel = (line: Line) => (columns[0]?.right ?? 0) > (line.left + line.right) / 2;
  const bands = ys.slice(1).map((bottom, index) => {
    const top = ys[index] ?? 0;
    return rows.filter((row) => {
      const middle = (row.top + row.bottom) / 2;
      return middle >= top && middle < bottom;
    });
  });
  const body = bands
    .filter((band) => band.length > 0)
    .flatMap((band) => {
      const firsts = band.filter((row) => row.lines.some(isLabel));
      const group = firsts.length <= 1 ? groupRows(band, isLabel, columns) : null;
      if (group) return group;
      const built = bodyRows(band, columns, []);
      // Two lines are one row with a long label, unless each has a label and values of its own.
      const areRows = firsts.length === band.length && band.every(hasValue);
      return firsts.length <= 1 || (band.length <= 2 && !areRows) ? [mergeRows(built)] : built;
    });
  const built = [...head, ...body];
  const headerRows = head.length > 0 ? head.length : ruledHeaderRows(built);
  return { ...around(text.rows), rows: built, columnCount: columns.length, headerRows };
}

/** The rows of a group with one label for all of them. Null where they are the lines of one row. */
function groupRows(
  band: readonly TextRow[],
  isLabel: (line: Line) => boolean,
  columns: readonly Column[],
): TableBlockCell[][] | null {
  const label = band.flatMap(({ lines }) => lines.filter(isLabel));
  const rows = band
    .map((row) => ({ ...row, lines: row.lines.filter((line) => !isLabel(line)) }))
    .filter(({ lines }) => lines.length > 0);
  const areRows = rows.every(({ lines }) => lines.length >= 2 && lines.some(({ text }) => isValue(text)));
  if (rows.length < 2 || !areRows) return null;
  const built = bodyRows(rows, columns, []);
  const words = label.flatMap((line) => line.words);
  if (label.length === 0) return built;
  return built.map(([first, ...others], index) =>
    index > 0 || !first ? others : [{ ...first, words, lines: label, rows: built.length }, ...others],
  );
}

const hasValue = ({ lines }: TextRow): boolean => lines.slice(1).some(({ text }) => isValue(text));

function mergeRows(rows: TableBlockCell[][]): TableBlockCell[] {
  const [first, ...rest] = rows;
  if (!first) return [];
  const sameShape = rest.every((row) => row.length === first.length);
  if (!sameShape) return first.map((cell, index) => (index === 0 ? absorb(cell, [...rest.flat()]) : cell));
  return first.map((cell, index) =>
    absorb(
      cell,
      rest.flatMap((row) => row[index] ?? []),
    ),
  );
}

function absorb(cell: TableBlockCell, others: TableBlockCell[]): TableBlockCell {
  return {
    ...cell,
    words: [...cell.words, ...others.flatMap((other) => other.words)],
    lines: [...cell.lines, ...others.flatMap((other) => other.lines)],
  };
}

/**
 * Whether the first line inside the table is under its first one or two rows. If so, these rows are the headings.
 */
function isUnderHeader(inner: readonly number[], rows: readonly TextRow[]): boolean {
  const first = inner[0];
  if (first === undefined) return false;
  const above = rows.filter((row) => row.baseline < first + 1).length;
  return above >= 1 && above <= 2 && rows.length > above;
}

/** The horizontal lines inside a box, without those along its edges. */
function innerRules(rules: readonly Rule[], box: Box): Rule[] {
  const inner = rules.filter(
    (rule) =>
      rule.top > box.top + 2 &&
      rule.bottom < box.bottom - 2 &&
      rule.left > box.left - 4 &&
      rule.right < box.right + 4 &&
      rule.right - rule.left > rule.bottom - rule.top,
  );
  return mergeCollinear(inner, "horizontal");
}
