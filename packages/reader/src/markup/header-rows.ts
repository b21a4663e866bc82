const maxHeadingLength = 80;
/** Rows examined below the first. This is enough to know the columns. */
const sampleRows = 30;

/**
 * Whether the first row names the columns: its cells are filled, short, distinct, without numbers, and unlike the cells
 * below. "unsure" when all cells are text, as in a list of names and cities.
 */
export function firstRowIsHeading(rows: readonly (readonly string[])[]): "yes" | "no" | "unsure" {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return "no";
  const headings = first.map((cell) => cell.trim());
  while (headings.length > 0 && headings.at(-1) === "") headings.pop();
  const body = rest.slice(0, sampleRows).map((row) => row.map((cell) => cell.trim()));
  const width = Math.max(...body.map((row) => row.length));
  // The corner above row labels may be empty. In a wide table a few more cells may be empty.
  const empty = headings.filter((cell, column) => cell === "" && column > 0).length;
  if (headings.length === 0 || headings.length < width / 2 || empty > headings.length / 5) return "no";
  const named = headings.filter((cell) => cell !== "");
  if (named.some((cell) => cell.length > maxHeadingLength || /[.!?]\s/.test(cell))) return "no";
  if (new Set(named.map((cell) => cell.toLowerCase())).size < named.length && named.length <= 2) return "no";
  const years = named.filter((cell) => /^(?:19|20)\d\d$/.test(cell)).length;
  if (named.filter(isValue).length > years) return "no";
  if (headings.some((cell, column) => cell !== "" && body.some((row) => row[column] === cell))) return "no";
  return headings.some((cell, column) => valuesBelow(body, column) && !isValue(cell)) ? "yes" : "unsure";
}

/**
 * The same for tables in documents, many of which have no headings. Some must mark the first row as bold or shaded:
 * tables with only text, and tables with two columns, where labels stand on the left as often as on top.
 */
export function documentHeaderRows(rows: readonly (readonly string[])[], firstRowSetOff: boolean): 0 | 1 {
  const verdict = firstRowIsHeading(rows);
  if (verdict === "no") return 0;
  const narrow = rows.every((row) => row.length <= 2);
  return firstRowSetOff || (verdict === "yes" && !narrow) ? 1 : 0;
}

function valuesBelow(body: string[][], column: number): boolean {
  const filled = body.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  return filled.length > 0 && filled.filter(isValue).length >= filled.length * 0.7;
}

/**
 * Whether the text is a number, amount, percentage, date, time, e-mail or web address. A heading is almost never one of
 * these.
 */
export function isValue(cell: string): boolean {
  const text = cell.trim();
  if (!/[\d@]/.test(text)) return /^(?:true|false|n\/a|null|-|–|—)$/i.test(text);
  return (
    /^[-+(]?\s*(?:[$€£¥₹]|[A-Z]{3}\s)?\s*[-+]?\d[\d\s.,'’_]*(?:e[-+]?\d+)?\s*(?:%|[$€£¥₹]|[A-Z]{3}|[a-zµ°]{1,3}\d?)?\s*\)?$/iu.test(
      text,
    ) ||
    /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T\s].*)?$/.test(text) ||
    /^\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?$/i.test(text) ||
    /^[^\s@]+@[^\s@]+\.\w+$/.test(text) ||
    /^https?:\/\//i.test(text)
  );
}
