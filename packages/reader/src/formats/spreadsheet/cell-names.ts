import type { Area } from "./workbook.ts";

/** 0 as "A", 27 as "AB". */
export function columnName(column: number): string {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

/** "B2:D9", or "B2" for a single cell. */
export function areaName({ top, left, bottom, right }: Area): string {
  const first = cellName(top, left);
  return top === bottom && left === right ? first : `${first}:${cellName(bottom, right)}`;
}

const maxRow = 2 ** 20;
const maxColumn = 2 ** 14;

/** Row and column of "B2", both from 0; undefined for anything else and for places outside any sheet. */
export function cellPlace(name: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(name) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  if (row < 1 || row > maxRow || column > maxColumn) return undefined;
  return { row: row - 1, column: column - 1 };
}

/** The area of "B2:D9" or "B2". */
export function areaOf(reference: string | undefined): Area | undefined {
  const [from = "", to = from] = (reference ?? "").split(":");
  const first = cellPlace(from);
  const last = cellPlace(to);
  if (!first || !last) return undefined;
  return {
    top: Math.min(first.row, last.row),
    left: Math.min(first.column, last.column),
    bottom: Math.max(first.row, last.row),
    right: Math.max(first.column, last.column),
  };
}
