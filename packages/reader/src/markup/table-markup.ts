import type { TableCell } from "./table-cell.ts";
import { layOutTable, type PlacedCell, type TableLayout } from "./table-layout.ts";

/** A table in three forms: lines to search and cite, a GFM pipe table, a bare `<table>`. */
export type TableMarkup = { text: string; markdown: string; html: string };

const maxKeyLength = 60;
/**
 * A heading longer than this is not repeated in each row. Otherwise a few kilobytes of headings would fill gigabytes.
 */
const maxLabelLength = 200;

/**
 * Renders rows of cells. The first `headerRows` rows are column headings.
 *
 * `text` has one self-contained line per row: `Name: Alice | City: Paris` under headings, `Name: Alice` in a
 * table of two columns without headings, otherwise the values joined by ` | `. A cell that spans rows is repeated in each of them.
 * `markdown` and `html` keep the table as it is; `html` has no attributes except colspan and rowspan.
 */
export function renderTable(
  rows: readonly (readonly TableCell[])[],
  options: { headerRows: number },
): TableMarkup {
  const layout = layOutTable(rows);
  const headerRows = Math.min(Math.max(options.headerRows, 0), layout.rows.length);
  return {
    text: tableText(layout, headerRows),
    markdown: tableMarkdown(layout, headerRows),
    html: tableHtml(layout, headerRows),
  };
}

function tableText(layout: TableLayout, headerRows: number): string {
  const body = layout.rows.slice(headerRows);
  const values = body
    .map((_, index) => rowValues(layout, headerRows + index, headerRows))
    .filter((row) => row.length > 0);
  const titles = layout.rows.slice(0, headerRows).filter((row) => isTitleRow(row, layout.width));
  if (headerRows === 0) {
    return values
      .map((row) => (layout.width === 2 ? keyAndValue(row) : row.map(cellLine).join(" | ")))
      .join("\n");
  }
  const labels = columnLabels(layout, headerRows);
  const used = new Set(values.flatMap((row) => row.map((cell) => cell.column)));
  const lines = values.map((row) => row.map((cell) => labelled(cell, labels, layout.width)).join(" | "));
  // Headings over empty columns would be lost, so the heading rows become lines of their own.
  const headingsKept =
    layout.width > 1 &&
    labels.every((label, column) => label === "" || (used.has(column) && label.length <= maxLabelLength));
  const titleLines = titles.map((row) => row.map(cellLine).join(" "));
  if (headingsKept && lines.length > 0) return [...titleLines, ...lines].join("\n");
  const headings = layout.rows
    .slice(0, headerRows)
    .map((row) => row.filter(hasText).map(cellLine).join(" | "));
  return [...headings, ...lines].join("\n");
}

/** Filled cells that start in a row or span into it, left to right. */
function rowValues(layout: TableLayout, row: number, headerRows: number): PlacedCell[] {
  const reaching = layout.reaching.get(row)?.filter((cell) => cell.row >= headerRows);
  const starting = layout.rows[row] ?? [];
  const cells = reaching ? [...reaching, ...starting].sort((a, b) => a.column - b.column) : starting;
  // A row is skipped when nothing starts in it, or when the row below repeats everything that does.
  const news = starting.filter(hasText);
  const repeated = news.every((cell) => cell.rows > 1) && (layout.rows[row + 1] ?? []).some(hasText);
  return news.length === 0 || repeated ? [] : cells.filter(hasText);
}

function keyAndValue(row: PlacedCell[]): string {
  const [key, value] = row;
  if (!key || !value) return row.map(cellLine).join(" | ");
  const keyText = cellLine(key);
  if (keyText.length > maxKeyLength) return `${keyText} | ${cellLine(value)}`;
  return withLabel(keyText, cellLine(value));
}

function labelled(cell: PlacedCell, labels: string[], width: number): string {
  // Two cases need no label on each line: a single cell across the table, and a list under one heading.
  const label = labels[cell.column] ?? "";
  return withLabel(cell.columns === width || label.length > maxLabelLength ? "" : label, cellLine(cell));
}

function withLabel(label: string, value: string): string {
  if (label === "") return value;
  return /[:：]$/.test(label) ? `${label} ${value}` : `${label}: ${value}`;
}

/** Joins stacked headings top to bottom: `2023` over `Sales` labels its column "2023 Sales". */
function columnLabels(layout: TableLayout, headerRows: number): string[] {
  const labels: string[][] = Array.from({ length: layout.width }, () => []);
  for (const row of layout.rows.slice(0, headerRows)) {
    if (isTitleRow(row, layout.width)) continue;
    for (const cell of row.filter(hasText)) {
      const text = cellLine(cell);
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) {
        const parts = labels[column];
        if (parts && parts.at(-1) !== text) parts.push(text);
      }
    }
  }
  return labels.map((parts) => parts.join(" "));
}

/** Whether a row is one cell across the table. It does not name columns. */
function isTitleRow(row: readonly PlacedCell[], width: number): boolean {
  const [cell, ...others] = row.filter(hasText);
  return width > 1 && others.length === 0 && cell?.columns === width;
}

function tableMarkdown(layout: TableLayout, headerRows: number): string {
  const lines = layout.rows.map((row) => {
    const values = new Array<string>(layout.padded ? layout.width : 0).fill("");
    for (const cell of row) {
      if (layout.padded) values[cell.column] = cellMarkdown(cell.cell);
      else values.push(cellMarkdown(cell.cell));
    }
    return `| ${values.join(" | ")} |`;
  });
  // A pipe table must have exactly one heading row. A table without headings gets an empty one.
  const blank = `|${"   |".repeat(layout.width)}`;
  const [heading, ...body] = headerRows > 0 ? lines : [blank, ...lines];
  return [heading, `|${" --- |".repeat(layout.width)}`, ...body].join("\n");
}

function cellMarkdown(cell: TableCell): string {
  const markdown = cell.markdown ?? cell.text.replace(/[\\`*<]/g, "\\$&");
  return markdown
    .trim()
    .replace(/\\?\|/g, "\\|")
    .replace(/\s*\n\s*/g, "<br>");
}

function tableHtml(layout: TableLayout, headerRows: number): string {
  const lines = layout.rows.map((row, index) => {
    const nameOf = ({ cell }: PlacedCell) => (index < headerRows || cell.isHeader ? "th" : "td");
    return `<tr>${row.map((cell) => cellHtml(cell, nameOf(cell))).join("")}</tr>`;
  });
  const head = headerRows > 0 ? `<thead>${lines.slice(0, headerRows).join("")}</thead>` : "";
  const body = lines.length > headerRows ? `<tbody>${lines.slice(headerRows).join("")}</tbody>` : "";
  return `<table>${head}${body}</table>`;
}

function cellHtml({ cell, columns, rows }: PlacedCell, name: "th" | "td"): string {
  const colspan = columns > 1 ? ` colspan="${columns}"` : "";
  const rowspan = rows > 1 ? ` rowspan="${rows}"` : "";
  return `<${name}${colspan}${rowspan}>${escapeHtml(cell.text.trim()).replace(/\s*\n\s*/g, "<br>")}</${name}>`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function hasText({ cell }: PlacedCell): boolean {
  return cell.text.trim() !== "";
}

function cellLine({ cell }: PlacedCell): string {
  return cell.text.trim().replace(/\s+/g, " ");
}
