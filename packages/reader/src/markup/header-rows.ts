const maxHeadingLength = 80;
/** Rows looked at below the first: enough to know the columns, few enough for any table. */
const sampleRows = 30;

/**
 * Whether the first row names the columns: filled, short, distinct, without numbers, and unlike what stands below.
 * "unsure" where only text meets text, as in a list of names and cities.
 */
export function firstRowIsHeading(rows: readonly (readonly string[])[]): "yes" | "no" | "unsure" {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return "no";
  const headings = first.map((cell) => cell.trim());
  while (headings.length > 0 && headings.at(-1) === "") headings.pop();
  const body = rest.slice(0, sampleRows).map((row) => row.map((cell) => cell.trim()));
  const width = Math.max(...body.map((row) => row.length));
  // The corner above row labels may be empty, and so may be a few columns of a wide table.
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
 * The same for tables in documents, where many have no headings: between texts only, and in two columns, where labels
 * stand on the left as often as on top, the first row must be set off (bold or shaded).
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

/** A number, amount, percentage, date, time, e-mail or web address: what a heading hardly ever is. */
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
