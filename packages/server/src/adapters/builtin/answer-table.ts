import type { Passage } from "../../answering/answerer.ts";
import { tableGrid } from "./extraction/table-grid.ts";
import { mergeSpacers } from "./merge-spacers.ts";

/** A table to answer from: the headings of its columns ("" for none) and its rows, all with the same number of cells. */
export type AnswerTable = { columns: string[]; rows: string[][] };

/** Maximum rows read of one table. */
const maxRows = 5_000;

/** The table of a passage; undefined for passages without one. */
export function readAnswerTable({ elementType, html, text, pageNumber }: Passage): AnswerTable | undefined {
  if (elementType !== "Table" && elementType !== "TableRow") return undefined;
  const grid =
    html === undefined
      ? null
      : tableGrid({ elementId: "", position: 0, type: "Table", text, html, pageNumber });
  if (!grid || grid.rows.length === 0) return fromLines(text);
  const rows = grid.rows.slice(0, maxRows).map((row) => row.map((cell) => cell.replace(/\s+/g, " ").trim()));
  return headed(mergeSpacers(rows, grid.headerRows || guessHeaderRows(rows)));
}

/** A row as one line, each cell with the heading of its column. */
export const rowText = (table: AnswerTable, index: number, columns?: ReadonlySet<number>): string =>
  (table.rows[index] ?? [])
    .flatMap((cell, column) => {
      if (cell === "" || (columns && !columns.has(column))) return [];
      const heading = table.columns[column] ?? "";
      return [heading === "" || heading === cell ? cell : `${heading.replace(/:$/, "")}: ${cell}`];
    })
    .join(" | ");

function headed({ rows, headerRows }: { rows: string[][]; headerRows: number }): AnswerTable {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, column) =>
    [...new Set(rows.slice(0, headerRows).map((row) => row[column] ?? ""))]
      .filter((each) => each !== "")
      .join(" "),
  );
  return { columns, rows: rows.slice(headerRows).filter((row) => row.some((cell) => cell !== "")) };
}

const isFigure = (cell: string): boolean => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell);
const isYear = (cell: string): boolean => /\b(?:19|20)\d{2}\b/.test(cell);

/** The first row is a heading when it has words or years over columns of figures. */
function guessHeaderRows(rows: string[][]): number {
  const [first = [], ...rest] = rows;
  if (rest.length === 0 || first.length < 2) return 0;
  const figures = first.flatMap((cell, column) => {
    const below = rest.map((row) => row[column] ?? "").filter((each) => each !== "");
    const share = below.filter(isFigure).length / (below.length || 1);
    return cell === "" ? [] : [{ heading: !isFigure(cell) || isYear(cell), figures: share > 0.5 }];
  });
  const headings = figures.filter((each) => each.figures);
  return headings.length > 0 && headings.every((each) => each.heading) ? 1 : 0;
}

/** The lines of a table's text: `Name: Alice | City: Paris` with headings, otherwise cells between bars. */
function fromLines(text: string): AnswerTable {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, maxRows)
    .map((line) => line.split(" | ").map((cell) => cell.trim()));
  const labelled = lines.map((cells) => cells.map((cell) => /^([^:]{1,60}): (.+)$/.exec(cell)));
  const names = new Map<string, number>();
  for (const cell of labelled.flat()) {
    const name = cell?.[1];
    if (name !== undefined && !names.has(name)) names.set(name, names.size);
  }
  // One name in each line is a list of pairs and no column.
  const isColumns =
    lines.length > 0 && labelled.every((cells) => cells.length > 1 && cells.every((cell) => cell));
  if (isColumns) {
    const rows = labelled.map((cells) => {
      const row = new Array<string>(names.size).fill("");
      for (const cell of cells) row[names.get(cell?.[1] ?? "") ?? 0] = cell?.[2] ?? "";
      return row;
    });
    return { columns: [...names.keys()], rows };
  }
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  const rows = lines.map((cells) => [...cells, ...new Array<string>(width - cells.length).fill("")]);
  return headed({ rows, headerRows: guessHeaderRows(rows) });
}
