import { datesIn } from "../../../text/dates.ts";
import { type DecimalSign, type FoundNumber, numbersIn } from "../../../text/numbers.ts";
import { type AmountClass, amountClass } from "./amount-labels.ts";
import type { Line } from "./line.ts";
import { isHeadedByOtherPeriod } from "./year-column.ts";

/** An amount with what the words before it say it is. */
export type LabelledAmount = {
  value: number;
  text: string;
  label: string;
  class: AmountClass;
  line: Line;
  order: number;
};

/** Maximum characters of a row. Longer ones are prose. */
const maxRow = 300;
const maxLabel = 60;
/** Maximum height of one line of text, in points and in heights of the document's middle line. */
const lineHeight = 40;
const manyHeights = 1.8;
/** Maximum distance of the middles of two lines of a row, in heights of the lower one. */
const rowShare = 0.65;

/** The amounts of a document that stand after words, row by row. Amounts that share their words share their class. */
export function labelledAmounts(lines: Line[], decimal: DecimalSign): LabelledAmount[] {
  return rowsOf(lines).flatMap((row) => amountsOf(row, decimal));
}

type Row = { text: string; line: Line; order: number }[];

/** Table rows; else the lines that stand beside each other on a page. */
function rowsOf(lines: Line[]): Row[] {
  const rows: Row[] = [];
  const heights = lines.flatMap(({ box }) => box?.height ?? []).sort((a, b) => a - b);
  const maxHeight = Math.max(lineHeight, manyHeights * (heights[heights.length >> 1] ?? 0));
  const loose: { line: Line; order: number }[] = [];
  for (const [order, line] of lines.entries()) {
    if (line.grid || !isSingle(line, maxHeight)) {
      const filled = line.cells.filter(
        ({ text }, column) => text !== "" && !isHeadedByOtherPeriod(line, column),
      );
      rows.push(filled.map(({ text }) => ({ text, line, order })));
    } else loose.push({ line, order });
  }
  const sorted = loose.sort(
    (a, b) => a.line.element.pageNumber - b.line.element.pageNumber || middle(a.line) - middle(b.line),
  );
  let row: typeof loose = [];
  const end = () => {
    const across = row.sort((a, b) => left(a.line) - left(b.line));
    rows.push(
      across.map(({ line, order }) => ({ text: line.cells.map(({ text }) => text).join(" "), line, order })),
    );
    row = [];
  };
  for (const next of sorted) {
    const [first] = row;
    if (first && !beside(first.line, next.line)) end();
    row.push(next);
  }
  if (row.length > 0) end();
  return rows;
}

const isSingle = ({ box, element }: Line, maxHeight: number): boolean =>
  box !== undefined &&
  box.height <= maxHeight &&
  !(box === element.boundingBox && element.text.includes("\n"));
const middle = ({ box }: Line): number => (box ? box.top + box.height / 2 : 0);
const left = ({ box }: Line): number => box?.left ?? 0;

function beside(a: Line, b: Line): boolean {
  const [box, other] = [a.box, b.box];
  return (
    a.element.pageNumber === b.element.pageNumber &&
    box !== undefined &&
    other !== undefined &&
    Math.abs(middle(a) - middle(b)) < rowShare * Math.min(box.height, other.height)
  );
}

function amountsOf(row: Row, decimal: DecimalSign): LabelledAmount[] {
  const length = row.reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxRow) return [];
  let label = "";
  let used = false;
  return row.flatMap(({ text, line, order }) => {
    let from = 0;
    const found = amountsIn(text, decimal).map((number) => {
      const before = text.slice(from, number.start);
      from = number.end;
      // Words after an amount begin the next label; a currency or a percentage does not.
      if (
        /\p{L}{2}/u.test(before.replace(/\b(?:EUR|USD|GBP|CHF|MYR|RM|von|auf|of|on|sur|de)\b/g, "")) ||
        !used
      )
        label = used ? before : `${label} ${before}`;
      used = true;
      const last = label.trim().slice(-maxLabel);
      return { value: number.value, text: number.text, label: last, class: amountClass(last), line, order };
    });
    const rest = text.slice(from);
    if (/\p{L}{2}/u.test(rest)) {
      label = used ? rest : `${label} ${rest}`;
      used = false;
    }
    return found;
  });
}

/** Amounts of money: with decimals or a currency, and no dates or percentages. */
function amountsIn(text: string, decimal: DecimalSign): FoundNumber[] {
  const dates = datesIn(text, "day-first");
  return numbersIn(text, decimal).filter(
    ({ money, percent, start, end }) =>
      money && !percent && !dates.some((date) => start < date.end && date.start < end),
  );
}
