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
  if (isOfOtherForm([headings, ...body])) return "yes";
  const years = named.filter((cell) => /^(?:19|20)\d\d$/.test(cell)).length;
  if (named.filter(isValue).length > years) return "no";
  if (headings.some((cell, column) => cell !== "" && body.some((row) => row[column] === cell))) return "no";
  return headings.some((cell, column) => valuesBelow(body, column) && !isValue(cell)) ? "yes" : "unsure";
}

/** Below a heading of another form at least this share of a column must begin with numbers. */
const minNumbersBelow = 0.6;
const minColumns = 3;
const maxHeadingWords = 6;

/**
 * Whether the cells of the first row are written unlike all cells below them, above a column of numbers: "PW-310" above
 * "4.6 kg", "Q1 2024" above "1,204", but not "B-4000" above "B-4001". Rows of two cells are labels with their values.
 */
export function isOfOtherForm([first = [], ...body]: readonly (readonly string[])[]): boolean {
  if (
    first.length < minColumns ||
    body.length < 2 ||
    first.some((cell) => cell.split(/\s+/).length > maxHeadingWords)
  )
    return false;
  const columns = first.slice(1).map((heading, index) => ({
    heading,
    below: body.map((row) => row[index + 1] ?? "").filter((cell) => cell !== ""),
  }));
  return (
    columns.every(({ heading, below }) => !below.some((cell) => formOf(cell) === formOf(heading))) &&
    columns.some(
      ({ heading, below }) =>
        heading !== "" &&
        (!startsWithNumber(heading) || isYear(heading)) &&
        below.filter(startsWithNumber).length >= Math.max(1, minNumbersBelow * below.length),
    )
  );
}

const isYear = (cell: string): boolean => /^(?:19|20)\d\d$/.test(cell);

const startsWithNumber = (cell: string): boolean =>
  /^[-+(~<>≤≥±]?\s*(?:[$€£¥₹]|[A-Z]{3}\s)?\s*\d/u.test(cell);

/** The kinds of characters of a text in their order: "12.4 kg" is "9.9 a". */
const formOf = (cell: string): string =>
  isYear(cell) ? "year" : cell.replace(/\p{L}+/gu, "a").replace(/\p{N}+/gu, "9");

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
