import { firstRowIsHeading } from "./header-rows.ts";
import type { TableCell } from "./table-cell.ts";

type Rows = readonly (readonly TableCell[])[];

/** Titles above the headings of a table, and headings below each other. */
const maxTitleRows = 2;
const maxStackedRows = 4;

/**
 * The number of heading rows of a table in a document, many of which have no headings. Some must mark the first row as
 * bold or shaded (`isMarked`): tables with only text, and tables with two columns, where labels are on the left as often
 * as on top. A row of one cell across the table is its title, so that the headings are in the row below.
 */
export function documentHeaderRows(rows: Rows, isMarked = false): number {
  const titles = titleRows(rows);
  const first = titles + stackedRows(rows, titles);
  const table = textsByColumn(rows, titles, first - titles);
  const verdict = firstRowIsHeading(table);
  if (verdict === "no") return 0;
  const isSetOff = (isMarked && titles === 0) || (isBold(rows[titles]) && !isBold(rows[first]));
  const isNarrow = table.every((row) => row.length <= 2);
  return isSetOff || (verdict === "yes" && !isNarrow) ? first : 0;
}

/**
 * The number of rows that belong to the headings in the row at `from`: a cell beside one that spans columns reaches down
 * beside the headings below it, as "Boat" does beside "Cost" over "2023" and "2024".
 */
export function stackedRows(rows: Rows, from: number): number {
  const row = rows[from] ?? [];
  const depth = Math.max(1, ...row.map(({ rowspan }) => rowspan ?? 1));
  const isStacked =
    depth > 1 &&
    depth <= maxStackedRows &&
    from + depth < rows.length &&
    row.some(({ colspan = 1, rowspan = 1 }) => colspan > 1 && rowspan < depth);
  return isStacked ? depth : 1;
}

function titleRows(rows: Rows): number {
  const width = Math.max(0, ...rows.map((row) => row.reduce((sum, { colspan }) => sum + (colspan ?? 1), 0)));
  let titles = 0;
  while (titles < maxTitleRows && isAcross(rows[titles], width)) titles += 1;
  return titles < rows.length - 1 ? titles : 0;
}

const isAcross = (row: readonly TableCell[] | undefined, width: number): boolean =>
  width > 1 && row?.length === 1 && (row[0]?.colspan ?? 1) >= width;

/** Rows below the headings that are examined. */
const sampleRows = 30;

/** The texts of a table by columns: the headings of each column joined, then the first rows of its body. */
function textsByColumn(rows: Rows, from: number, headings: number): string[][] {
  const labels: string[] = [];
  const body: string[][] = [];
  const reaching: { text: string; until: number }[] = [];
  for (const [index, row] of rows.slice(from, from + headings + sampleRows).entries()) {
    const texts: string[] = [];
    let column = 0;
    const fill = () => {
      for (; (reaching[column]?.until ?? 0) > index; column += 1)
        texts[column] = reaching[column]?.text ?? "";
    };
    for (const { text, colspan = 1, rowspan = 1 } of row) {
      fill();
      const isHeading = index < headings;
      for (const start = column; column < start + Math.min(colspan, 1_000); column += 1) {
        if (isHeading) labels[column] = `${labels[column] ?? ""} ${text}`.trim();
        texts[column] = column === start ? text : "";
        reaching[column] = { text: texts[column] ?? "", until: index + rowspan };
      }
    }
    fill();
    if (index >= headings) body.push(Array.from(texts, (text) => text ?? ""));
  }
  return [Array.from(labels, (label) => label ?? ""), ...body];
}

const isBold = (row: readonly TableCell[] | undefined): boolean =>
  row?.every(({ text, markdown }) => text === "" || /^\*\*.+\*\*$/s.test(markdown ?? "")) ?? false;
