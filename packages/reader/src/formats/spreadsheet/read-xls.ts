import { type CellObject, read, type WorkSheet } from "@e965/xlsx";
import type { ReadingLimits } from "../../limits.ts";
import { linkTarget } from "../../markup/inline.ts";
import { cleanText, collapseSpaces } from "../../markup/plain-text.ts";
import { shownNumber, shownText } from "../../ooxml/number-format.ts";
import { openCompoundFile } from "../../package/compound-file.ts";
import { isCompoundFile } from "../../package/signatures.ts";
import { ParseError } from "../../parse-error.ts";
import { checkBiffRecords } from "./biff-records.ts";
import { areaOf, cellName } from "./cell-names.ts";
import { damagedWorkbook } from "./damaged-workbook.ts";
import type { Sheet, Workbook } from "./workbook.ts";

/** Opens a binary workbook (.xls), or one in the XML of Excel 2003, which often has that extension. */
export function readXls(bytes: Uint8Array, limits: ReadingLimits): Workbook {
  if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
  if (!isCompoundFile(bytes) && !isXml(bytes)) throw damagedWorkbook();
  const workbook = load(isCompoundFile(bytes) ? workbookStream(bytes, limits) : bytes);
  const listed = workbook.SheetNames.map((name, index) => ({
    name: cleanText(name),
    number: index + 1,
    hidden: (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    sheet: workbook.Sheets[name],
  }));
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  return {
    totalSheets: Math.max(listed.length, 1),
    hiddenSheets: listed.filter(({ hidden }) => hidden).map(({ name }) => name),
    *sheets() {
      for (const { hidden, sheet, name, number } of listed)
        if (!hidden && sheet) yield sheetOf(sheet, name, number, date1904);
    },
  };
}

/** The library knows twenty more formats by their first bytes; none of them is read here. */
const isXml = (bytes: Uint8Array): boolean =>
  /^(?:\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf)?[\0\s]*</.test(
    Buffer.from(bytes.subarray(0, 1_000)).toString("latin1"),
  );

/** The library opens containers, too, but chains in circles would take it gigabytes. */
function workbookStream(bytes: Uint8Array, limits: ReadingLimits): Uint8Array {
  const container = openCompoundFile(bytes);
  const stream = container.stream("Workbook") ?? container.stream("Book");
  if (!stream) throw damagedWorkbook();
  checkBiffRecords(stream, limits);
  return stream;
}

function load(bytes: Uint8Array) {
  try {
    return silently(() =>
      read(bytes, {
        type: "array",
        dense: true,
        cellStyles: true,
        cellHTML: false,
        cellFormula: false,
        bookVBA: false,
      }),
    );
  } catch (cause) {
    throw damagedWorkbook(cause);
  }
}

/**
 * The library prints what it does not know in a damaged file, and has no option against it. Work is synchronous, so that
 * no messages of other code are lost.
 */
function silently<T>(work: () => T): T {
  const { error, log, warn } = console;
  const ignore = () => {};
  Object.assign(console, { error: ignore, log: ignore, warn: ignore });
  try {
    return work();
  } finally {
    Object.assign(console, { error, log, warn });
  }
}

/** Columns in the newest form of a sheet. */
const maxColumns = 16_384;

function sheetOf(sheet: WorkSheet, name: string, number: number, date1904: boolean): Sheet {
  const filter = areaOf(sheet["!autofilter"]?.ref);
  const isHidden = new Set((sheet["!rows"] ?? []).flatMap((row, index) => (row?.hidden ? [index] : [])));
  const hiddenColumns = (sheet["!cols"] ?? [])
    .slice(0, maxColumns)
    .flatMap((column, index) => (column?.hidden ? [index] : []));
  const skipped = new Set(hiddenColumns);
  const found: Sheet = {
    name,
    number,
    rows: [],
    merges: (sheet["!merges"] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })),
    hiddenRows: [...isHidden].map((row) => row + 1),
    hiddenColumns: hiddenColumns.map((column) => column + 1),
    filteredRows: [],
    marked: filter ? [{ area: filter, headerRows: 1 }] : [],
    formulasWithoutValue: 0,
    comments: [],
    headers: [],
    footers: [],
    floating: [],
  };
  const data: (CellObject | undefined)[][] = sheet["!data"] ?? [];
  data.forEach((line, row) => {
    if (!line || isHidden.has(row)) return;
    const cells: Sheet["rows"][number]["cells"] = [];
    line.forEach((cell, column) => {
      if (!cell || skipped.has(column)) return;
      const text = shown(cell, date1904);
      const href = linkTarget(cell.l?.Target);
      if (text !== "") cells.push({ column, text, ...(href && /^[a-z]+:/i.test(href) && { href }) });
      for (const { a: author = "", t: comment } of cell.c ?? []) {
        found.comments.push({ cell: cellName(row, column), ...ownWords(comment, author.trim()) });
      }
    });
    if (cells.length > 0) found.rows.push({ row, cells });
  });
  return found;
}

/** A comment without what programs add: the author's name, and a note on threads that old programs can't show. */
function ownWords(comment: string, author: string): { author: string; text: string } {
  const words = comment.replace(/^\[Threaded comment\].*?\nComment:\n?/s, "");
  const named = author !== "" && words.startsWith(`${author}:`);
  return { author, text: (named ? words.slice(author.length + 1) : words).trim() };
}

/** What the cell shows. A value without a format stands as it is. */
function shown({ t: type, v: value, w: written, z: format = 0 }: CellObject, date1904: boolean): string {
  if (type === "n" && typeof value === "number") return shownNumber(String(value), format, date1904);
  if (type === "b") return String(value).toUpperCase();
  if (written === undefined && typeof value === "string") return shownText(value, format);
  return collapseSpaces(cleanText(written ?? String(value ?? "")));
}
