import type { LabelReader } from "../../../text/label-words.ts";
import { type DecimalSign, numbersIn } from "../../../text/numbers.ts";

/** Maximum words of the first cell of a total row. */
const maxTotalWords = 5;
const totalMeanings = ["total", "gross", "net"];
const besideTotal = [
  "total",
  "gross",
  "net",
  "tax",
  "amount",
  "due",
  "invoice",
  "order",
  "payment",
  "rounding",
  "percent",
];
const summary =
  /^\W*(?:(?:sub|grand|net|gross)?[\s-]*total|sum|amount due|balance|carried|vat|tax|gst|mwst|ust|tva|btw|iva|summe|gesamt|zwischensumme|netto|brutto|totaal|subtotaal|exclusief|inclusief|montant total|importe total|totale)\b/i;
const average =
  /^\W*(?:average|mean|median|durchschnitt|mittelwert|mittel|moyenne|promedio|media|gemiddelde?|snitt|gennemsnit)\W*$/i;
/** Items that a row must have above it to be their sum. */
const minItems = 2;
const tolerance = 0.011;

/**
 * The rows of a table that are items. Not an item: a row that says it sums up ("Total", "VAT 19 %"), that says so beside other
 * words and is the sum of the rows above it ("Total gastos"), or that follows a sum and lacks the same columns ("of which …").
 * Rows behind the last sum that all lack a column are not items either ("Advance payment"). `uncertain`: the rows that only their
 * place and a missing cell speak against, so that the caller can say which they are.
 */
export function itemRows(
  rows: string[][],
  { read, decimal }: { read: LabelReader; decimal: DecimalSign },
): { items: string[][]; uncertain: string[][] } {
  const items: string[][] = [];
  const uncertain: string[][] = [];
  let group: string[][] = [];
  let total: string[] | null = null;
  for (const [index, cells] of rows.entries()) {
    const isSum =
      saysTotal(cells, read) ||
      (hasSumWord(cells, read) && (isSumOf(cells, items, decimal) || isSumOf(cells, group, decimal)));
    const isTotal: boolean =
      isSum ||
      (total !== null &&
        (lacksColumn(cells, items, total) || rows.slice(index).every((row) => lacksColumn(row, items))));
    if (isTotal && !isSum && !hasSumWord(cells, read) && filledOf(cells).length > 1) uncertain.push(cells);
    if (isTotal) group = [];
    else {
      items.push(cells);
      group.push(cells);
    }
    total = isTotal ? cells : null;
  }
  return { items, uncertain };
}

const filledOf = (cells: string[]): string[] => cells.filter((cell) => cell !== "");

/** Whether the first words of a row say that it sums up, and say nothing else. */
function saysTotal(cells: string[], read: LabelReader): boolean {
  const filled = filledOf(cells);
  if (filled.length < cells.length && filled.some((cell) => summary.test(cell))) return true;
  const [first = ""] = filled;
  if (average.test(first)) return true;
  const words = read(first);
  if (words.length === 0 || words.length > maxTotalWords) return false;
  const has = (meanings: string[]) =>
    words.some((word) => word.meanings.some((meaning) => meanings.includes(meaning)));
  return (
    (has(totalMeanings) || (has(["tax"]) && /%/.test(first))) &&
    words.every((word) => word.meanings.some((meaning) => besideTotal.includes(meaning)))
  );
}

const hasSumWord = (cells: string[], read: LabelReader): boolean =>
  read(filledOf(cells)[0] ?? "").some(({ meanings }) =>
    meanings.some((meaning) => [...totalMeanings, "tax"].includes(meaning)),
  );

/** Whether a number of the row is the sum of its column in these rows. */
const isSumOf = (cells: string[], rows: string[][], decimal: DecimalSign): boolean =>
  cells.some((cell, column) => {
    const sum = numberIn(cell, decimal);
    const parts = rows.flatMap((row) => numberIn(row[column] ?? "", decimal) ?? []);
    if (sum === null || sum === 0 || parts.length < minItems) return false;
    return Math.abs(parts.reduce((all, part) => all + part, 0) - sum) < tolerance;
  });

function numberIn(cell: string, decimal: DecimalSign): number | null {
  const [only, ...others] = numbersIn(cell, decimal);
  return only && others.length === 0 ? only.value : null;
}

/** Whether the row, as the total above it, has nothing in a column that all items fill. */
const lacksColumn = (cells: string[], items: string[][], total = cells): boolean =>
  items.length >= minItems &&
  cells.some((cell, column) => cell === "" && total[column] === "" && items.every((row) => row[column]));
