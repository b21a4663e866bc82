import Papa from "papaparse";

const delimiters = [",", ";", "\t", "|"] as const;
const sampleCharacters = 64 * 1024;
const sampleRows = 50;
const minDividedShare = 0.5;
const minTableRows = 2;

/**
 * The delimiter that gives the most rows of one width, with more than one column. In doubt, `expected` (from the
 * extension) wins. A `sep=;` line, which spreadsheets write, decides. Undefined when most rows hold a single value: the
 * sign is then punctuation.
 */
export function sniffDelimiter(text: string, expected: "," | "\t"): string | undefined {
  const stated = /^sep=([,;|\t])\r?\n/i.exec(text)?.[1];
  if (stated) return stated;
  const sample = text.slice(0, sampleCharacters);
  if (!/[\p{L}\p{N}]/u.test(sample)) return expected;
  // Lines of remarks above a table hold no delimiter.
  return mostEven(sample, expected, false) ?? mostEven(sample, expected, true);
}

function mostEven(sample: string, expected: "," | "\t", belowRemarks: boolean): string | undefined {
  let best: { delimiter: string | undefined; score: number } = { delimiter: undefined, score: 0 };
  for (const delimiter of [expected, ...delimiters.filter((other) => other !== expected)]) {
    const score = evenness(sample, delimiter, belowRemarks);
    if (score > best.score * 1.1) best = { delimiter, score };
  }
  return best.delimiter;
}

/**
 * The share of rows that have the most frequent number of columns, times the share that it divides at all: decimal
 * commas leave the headings whole. More columns count a little more. 0 for a single column.
 */
function evenness(sample: string, delimiter: string, belowRemarks: boolean): number {
  const { data } = Papa.parse<string[]>(sample, {
    delimiter,
    preview: sampleRows,
    skipEmptyLines: "greedy",
  });
  // The sample may end inside a row.
  const sampled = data.length > 2 && data.length < sampleRows ? data.slice(0, -1) : data;
  const start = belowRemarks ? sampled.findIndex((row) => row.length > 1) : 0;
  const rows = sampled.slice(Math.max(start, 0));
  if (belowRemarks && rows.length < minTableRows) return 0;
  const divided = rows.filter((row) => row.length > 1).length / rows.length;
  if (divided < minDividedShare) return 0;
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of widths) {
    if (width > 1) best = Math.max(best, (count / rows.length) * (1 + Math.min(width, 20) / 100));
  }
  return best * divided;
}
