import Papa from "papaparse";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 50;
const FEWEST_DIVIDED_ROWS = 0.5;

/**
 * The delimiter that gives the most rows of one width, above one column; `expected` (by extension) wins in doubt. A
 * `sep=;` line, which spreadsheets write, settles it. Undefined where most rows hold a single value: then what looks like a delimiter is punctuation.
 */
export function sniffDelimiter(text: string, expected: "," | "\t"): string | undefined {
  const stated = /^sep=([,;|\t])\r?\n/i.exec(text)?.[1];
  if (stated) return stated;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (!/[\p{L}\p{N}]/u.test(sample)) return expected;
  let best: { delimiter: string | undefined; score: number } = { delimiter: undefined, score: 0 };
  for (const delimiter of [expected, ...DELIMITERS.filter((other) => other !== expected)]) {
    const score = evenness(sample, delimiter);
    if (score > best.score * 1.1) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Share of rows that have the most frequent number of columns; more columns count a little more. 0 for a single one. */
function evenness(sample: string, delimiter: string): number {
  const { data } = Papa.parse<string[]>(sample, {
    delimiter,
    preview: SAMPLE_ROWS,
    skipEmptyLines: "greedy",
  });
  // The sample may end within a row.
  const rows = data.length > 2 && data.length < SAMPLE_ROWS ? data.slice(0, -1) : data;
  if (rows.filter((row) => row.length > 1).length < rows.length * FEWEST_DIVIDED_ROWS) return 0;
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of widths) {
    if (width > 1) best = Math.max(best, (count / rows.length) * (1 + Math.min(width, 20) / 100));
  }
  return best;
}
