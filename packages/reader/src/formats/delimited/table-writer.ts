import type { ParsedElement } from "../../element.ts";
import { tableBlock, titleBlock } from "../../markup/blocks.ts";
import type { TableCell } from "../../markup/table-cell.ts";

/** Maximum rows in one Table element. Each element repeats the headings, so that it can be read alone. */
const maxTableRows = 50;
/** A table also ends after this many characters, so tables with long rows are short. */
const maxTableCharacters = 64_000;
/**
 * Limits on repeated headings and the empty cells below them: this many times the text of a table, and this much in any
 * case.
 */
const maxRepetition = 8;
const charactersToRepeat = 4_000;

/** Takes tables row by row. It makes an element as soon as a table is full. */
export function createTableWriter(withMarkdown: boolean) {
  const elements: ParsedElement[] = [];
  let headings: TableCell[][] = [];
  let rows: string[][] = [];
  let headingWidth = 0;
  let headingCost = costOf([]);
  let characters = 0;
  let firstRow = 1;
  let rowNumber = 0;
  /** Whether the headings of the table were not written yet. */
  let isFirstPart = true;

  const closeTable = () => {
    if (rows.length === 0) return;
    const rowsWidth = Math.max(...rows.map((row) => row.length));
    const allowance = charactersToRepeat + maxRepetition * characters;
    const repeats = headingCost.columns * rows.length + headingCost.characters <= allowance;
    // The first table has all headings, including those over empty columns, so that they are read once in any case.
    const shown = repeats || isFirstPart ? headings : headingsOver(rows, rowsWidth, allowance);
    const width = repeats ? Math.max(headingWidth, rowsWidth) : rowsWidth;
    const pad = (row: string[]) =>
      Array.from({ length: width }, (_, column) => ({ text: row[column] ?? "" }));
    const metadata = { first_row: firstRow, last_row: rowNumber };
    const element = tableBlock([...shown, ...rows.map(pad)], shown.length, { pageNumber: 1, metadata });
    if (element && !withMarkdown) delete element.markdown;
    if (element) elements.push(element);
    rows = [];
    characters = 0;
    firstRow = rowNumber + 1;
    isFirstPart = false;
  };
  /**
   * When repeating all headings costs far more than the rows are worth, only the headings of used columns are repeated,
   * or none when these cost too much as well.
   */
  const headingsOver = (some: readonly string[][], width: number, allowance: number): TableCell[][] => {
    const over = headings.map((row) => firstColumns(row, width));
    const { columns, characters } = costOf(over);
    return columns * some.length + characters <= allowance ? over : [];
  };
  const row = (values: string[]) => {
    rows.push(values);
    rowNumber += 1;
    characters += values.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (rows.length >= maxTableRows || characters >= maxTableCharacters) closeTable();
  };
  return {
    elements,
    title(text: string) {
      closeTable();
      const block = titleBlock([{ text }], 1, { pageNumber: 1 });
      if (block) elements.push(block);
    },
    /** Begins a table below these rows of headings; without any, its rows are read as they are. */
    start(named: readonly string[][]) {
      closeTable();
      const [first, second] = named;
      headingWidth = Math.max(first?.length ?? 0, second?.length ?? 0);
      headings =
        first && second ? [groupHeadings(first, second), cells(second)] : first ? [cells(first)] : [];
      headingCost = costOf(headings);
      isFirstPart = true;
    },
    row,
    finish(): ParsedElement[] {
      closeTable();
      return elements;
    },
  };
}

/** The columns that headings span and the characters in them. This is the cost of repeating them. */
function costOf(headings: readonly TableCell[][]): { columns: number; characters: number } {
  const columns = headings.map((row) => row.reduce((sum, cell) => sum + (cell.colspan ?? 1), 0));
  const characters = headings.flat().reduce((sum, { text }) => sum + text.length, 0);
  return { columns: Math.max(0, ...columns), characters };
}

function firstColumns(row: readonly TableCell[], width: number): TableCell[] {
  const kept: TableCell[] = [];
  let column = 0;
  for (const cell of row) {
    if (column >= width) break;
    const columns = Math.min(cell.colspan ?? 1, width - column);
    kept.push(columns > 1 ? { ...cell, colspan: columns } : { text: cell.text });
    column += columns;
  }
  return kept;
}

const cells = (row: readonly string[]): TableCell[] => row.map((text) => ({ text }));

/** A heading followed by empty cells that the row below fills is the heading of those columns too. */
function groupHeadings(first: readonly string[], second: readonly string[]): TableCell[] {
  const grouped: TableCell[] = [];
  for (let column = 0; column < Math.max(first.length, second.length); column += 1) {
    const last = grouped.at(-1);
    const text = first[column] ?? "";
    if (last && text === "" && (second[column] ?? "") !== "") last.colspan = (last.colspan ?? 1) + 1;
    else grouped.push({ text });
  }
  return grouped;
}
