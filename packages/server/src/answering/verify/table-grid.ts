/** A table as a grid: a cell that spans columns or rows is in each of them. `headerRows` are at its top. */
export type Grid = { rows: string[][]; headerRows: number };

const maxSpan = 200;
const maxCells = 20_000;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Reads the `<table>` of an element, which our reader wrote: no attributes but colspan and rowspan. */
export function gridOf(html: string): Grid {
  const rows: string[][] = [];
  let headerRows = 0;
  let cells = 0;
  for (const [rowIndex, [, inner = ""]] of [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].entries()) {
    rows[rowIndex] ??= [];
    let column = 0;
    let isHeader = true;
    for (const [, kind, attributes = "", content = ""] of inner.matchAll(/<(t[hd])([^>]*)>(.*?)<\/\1>/gs)) {
      if (kind === "td") isHeader = false;
      const spanOf = (name: string) =>
        Math.min(maxSpan, Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? 1) || 1);
      while (rows[rowIndex]?.[column] !== undefined) column += 1;
      for (let down = 0; down < spanOf("rowspan"); down += 1) {
        rows[rowIndex + down] ??= [];
        const row = rows[rowIndex + down] ?? [];
        for (let right = 0; right < spanOf("colspan"); right += 1) {
          cells += 1;
          if (cells > maxCells) return { rows, headerRows };
          row[column + right] = textOf(content);
        }
      }
      column += spanOf("colspan");
    }
    if (isHeader && headerRows === rowIndex && column > 0) headerRows = rowIndex + 1;
  }
  const filled = rows.map((row) => Array.from(row, (cell) => cell ?? ""));
  return { rows: filled, headerRows: Math.max(headerRows, filled.length > 1 ? 1 : 0) };
}

const textOf = (content: string): string =>
  content
    .replace(/<br\s*\/?>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
