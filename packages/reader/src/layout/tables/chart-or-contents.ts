import type { Line } from "../page/line.ts";
import { holdsSeveralNumbers, isAligned } from "./column-alignment.ts";
import { isOfValues } from "./figures.ts";

const pageNumber = /^[.·…_\s]*(?<page>\d{1,4}|[ivxlc]{1,7})$/iu;

/**
 * Whether leader dots lead to page numbers, which never get smaller: a table of contents is a list. Pages with Roman
 * numbers come before the others.
 */
export function isContents([entries = [], pages = [], ...others]: readonly (readonly Line[])[]): boolean {
  if (others.length > 0 || entries.length === 0) return false;
  const led = entries.filter((line) => /([.·…_]\s?){3,}$/u.test(line.text)).length;
  const numbers = pages.map((line) => {
    const page = pageNumber.exec(line.text)?.groups?.page;
    return page === undefined ? Number.NaN : /\d/.test(page) ? Number(page) : 0;
  });
  const rising = numbers.slice(1).filter((value, index) => value >= (numbers[index] ?? Number.NaN)).length;
  return led >= 0.3 * entries.length && rising >= 0.8 * (numbers.length - 1);
}

/** Whether the lines are labels of a chart: they are at the ends of its bars, or several numbers side by side. */
export function isChart([, ...cells]: readonly (readonly Line[])[]): boolean {
  const columns = cells.filter((lines) => isOfValues(lines.filter((line) => !holdsSeveralNumbers(line))));
  const crowded = cells.flat().filter(holdsSeveralNumbers).length;
  if (crowded > 0.25 * cells.flat().length) return true;
  return columns.length > 0 && columns.filter((lines) => !isAligned(lines)).length > 0.5 * columns.length;
}
