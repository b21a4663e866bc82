import { hasHeader, type TableBlock, type TableBlockCell } from "../lines/table-block.ts";
import { type Column, columnsOfRows, type TextRow } from "../lines/text-rows.ts";
import { around } from "../page/box.ts";
import type { Rule } from "../page/page.ts";
import { bodyRows } from "./body-rows.ts";
import { cutHeading } from "./cut-heading.ts";
import { headingCount } from "./heading-count.ts";
import { headingRows } from "./heading-rows.ts";
import { segmentsOfRow } from "./row-segments.ts";

/** A table's lines of text, divided into the parts that cells see, and how many of them are headings. */
export type TableText = { rows: TextRow[]; headings: number; rules: readonly Rule[] };

export function tableText(rows: readonly TextRow[], rules: readonly Rule[]): TableText {
  const segmented = rows.map(segmentsOfRow);
  return { rows: segmented, headings: headingCount(segmented, rules), rules };
}

/** The columns of a table, found in its body: headings reach over their columns, and into those beside them. */
export function columnsOfText({ rows, headings }: TableText, size: number): Column[] {
  const body = rows.slice(headings);
  if (headings === 0 || body.length < 2) return columnsOfRows(rows, size);
  return columnsOfRows(body, size, rows.slice(0, headings));
}

/** The heading rows of a table. */
export function headOfText(
  { rows, headings, rules }: TableText,
  columns: readonly Column[],
): TableBlockCell[][] {
  if (headings === 0) return [];
  const heads = rows.slice(0, headings).map((row) => ({
    ...row,
    lines: row.lines.flatMap((line) => cutHeading(line, columns)),
  }));
  return headingRows(heads, columns, rules);
}

/** Builds a table from lines of text and the columns they are in. */
export function tableOfText(text: TableText, columns: readonly Column[]): TableBlock {
  const { rows, headings, rules } = text;
  const head = headOfText(text, columns);
  const between = rules.map((rule) => (rule.top + rule.bottom) / 2);
  const body = bodyRows(rows.slice(headings), columns, between, around(rows));
  const built = [...head, ...body];
  const headerRows = head.length > 0 ? head.length : hasHeader(built) ? 1 : 0;
  return { ...around(rows), rows: built, columnCount: columns.length, headerRows };
}
