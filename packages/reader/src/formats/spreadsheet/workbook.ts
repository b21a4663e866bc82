import type { ParsedElement } from "../../element.ts";

/** A cell that shows something. Columns count from 0. */
export type SheetCell = { column: number; text: string; href?: string };

/** A row with its filled cells, left to right. Rows count from 0. */
export type SheetRow = { row: number; cells: SheetCell[] };

/** A rectangle of cells; all four edges belong to it. */
export type Area = { top: number; left: number; bottom: number; right: number };

export type CellComment = { cell: string; author: string; text: string };

/** A sheet as it is shown, whatever file it came from. */
export type Sheet = {
  name: string;
  /** 1-based place in the workbook; hidden sheets count. */
  number: number;
  /** Filled rows, top to bottom, without the hidden ones. */
  rows: SheetRow[];
  merges: Area[];
  /** 1-based numbers of rows and columns that were left out because they are hidden. */
  hiddenRows: number[];
  hiddenColumns: number[];
  /** Rows that an active filter hides at the moment. They are read, because a filter is only a view. */
  filteredRows: number[];
  /** Areas whose first rows the author marked as headings: tables, filters, frozen panes. */
  marked: { area: Area; headerRows: number }[];
  /** Cells that show their formula, because the file has no value for it. */
  formulasWithoutValue: number;
  comments: CellComment[];
  headers: string[];
  footers: string[];
  /** What floats above the cells: pictures, charts, text boxes. */
  floating: ParsedElement[];
};

export type Workbook = {
  totalSheets: number;
  hiddenSheets: string[];
  /** The visible sheets, each read when it is asked for, so that only one is held at a time. */
  sheets(): Iterable<Sheet>;
};
