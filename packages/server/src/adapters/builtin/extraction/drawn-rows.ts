import { unpackWordBoxes } from "@headwater/reader";
import type { Element } from "../../../elements/element.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import { type DecimalSign, numbersIn } from "../../../text/numbers.ts";

/** A word where it is drawn on its page. `value`: the number that it is. */
export type DrawnWord = {
  text: string;
  element: Element;
  left: number;
  right: number;
  top: number;
  height: number;
  value: number | null;
};

/** A row of a list of goods. In one that `fits`, quantity × price = amount, less a discount that the row says. */
export type DrawnRow = {
  name: DrawnWord[];
  quantity: DrawnWord | undefined;
  price: DrawnWord | undefined;
  amount: DrawnWord;
  fits: boolean;
};

/** Maximum elements whose words are looked at. Papers with rows of goods have fewer. */
const maxElements = 3_000;
/** Words of one row differ less in height than this share of a word's. */
const rowShare = 0.5;
/** Maximum gap between two words of a name, and between its lines, in heights of a word. */
const maxGap = 1.2;
const maxLeading = 0.9;
const maxNameRows = 2;
/** Amounts are rounded to cents; a price with few decimals was rounded as well. */
const tolerance = 0.011;
/** Rows above the first row of goods in which its heads are looked for. */
const maxHeadRows = 8;
/** Tolerance of the places of a column, in points. */
const columnTolerance = 4;

/**
 * Finds rows of goods by arithmetic, page by page, however the reader divided the page into blocks and tables: in a row as
 * it is drawn, two numbers that make the third. Which of the two is the quantity say the heads above them, or the unit after it.
 */
export function drawnRows(elements: Element[], decimal: DecimalSign, read: LabelReader): DrawnRow[] {
  const pages = Map.groupBy(elements.slice(0, maxElements), ({ pageNumber }) => pageNumber);
  let heads: DrawnWord[] = [];
  return [...pages.values()].flatMap((page) => {
    const rows = rowsOf(page.flatMap((element) => wordsOf(element, decimal)));
    const triples = rows.map((row) => tripleOf(row));
    const first = triples.findIndex((triple) => triple !== null);
    if (first < 0) return [];
    // A list that goes on over pages has its heads on the first.
    const above = rows.slice(Math.max(0, first - maxHeadRows), first).flat();
    if (above.some((word) => means(word, read, "quantity", "price", "unit"))) heads = above;
    const fitting = rows.map((row, index) => {
      const triple = triples[index];
      if (!triple) return null;
      const [one, other, amount] = triple;
      const isFirst = isQuantity(one, other, row, heads, read);
      const [quantity, price] = isFirst ? [one, other] : [other, one];
      return { quantity, price, amount, fits: true };
    });
    const found = fitting.map((values, index) => values ?? alongside(rows[index] ?? [], fitting));
    return found.flatMap((values, index) =>
      values ? [{ ...values, name: nameOf(rows, index, found, heads, read) }] : [],
    );
  });
}

type Values = Omit<DrawnRow, "name">;

/** A row that does not fit, with an amount and another value in the columns of a row that does. */
function alongside(row: DrawnWord[], fitting: (Values | null)[]): Values | null {
  const numbers = row.filter(({ value, text }) => value !== null && !text.endsWith("%"));
  for (const values of fitting) {
    const at = (column: DrawnWord | undefined) =>
      column && numbers.find((word) => Math.abs(word.right - column.right) < columnTolerance);
    const [quantity, price, amount] = [at(values?.quantity), at(values?.price), at(values?.amount)];
    if (amount && quantity && price) return { quantity, price, amount, fits: false };
  }
  return null;
}

function wordsOf(element: Element, decimal: DecimalSign): DrawnWord[] {
  if (!element.wordBoxes) return [];
  const boxes = [...unpackWordBoxes(element.wordBoxes)];
  return boxes.flatMap(({ start, left, top, width, height }, index) => {
    const text = element.text
      .slice(start, boxes[index + 1]?.start ?? element.text.length)
      .replace(/[\s|]+$/u, "");
    return text === ""
      ? []
      : [{ text, element, left, right: left + width, top, height, value: numberOf(text, decimal) }];
  });
}

/** The number that a word is, with or without its currency. Dates, percentages and codes are not numbers. */
function numberOf(text: string, decimal: DecimalSign): number | null {
  const bare = text.replace(/^\p{Sc}|\p{Sc}$/gu, "");
  if (!/^[-–−(]?\d[\d.,'’]*\)?$/u.test(bare) || /^\d{1,2}\.\d{1,2}\.\d{2,4}$|^0\d+$|^\d{7,}$/.test(bare))
    return null;
  const [number] = numbersIn(bare, decimal);
  return number?.value ?? null;
}

function rowsOf(words: DrawnWord[]): DrawnWord[][] {
  const rows: DrawnWord[][] = [];
  for (const word of [...words].sort((a, b) => a.top - b.top || a.left - b.left)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (
      row &&
      first &&
      Math.abs(word.top + word.height / 2 - first.top - first.height / 2) < rowShare * first.height
    )
      row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

type Triple = [DrawnWord, DrawnWord, DrawnWord];

/** The rightmost number of a row that two numbers before it make. */
function tripleOf(row: DrawnWord[]): Triple | null {
  const numbers = row.filter(
    ({ value, text }, index) => value !== null && !text.endsWith("%") && row[index + 1]?.text !== "%",
  );
  const rates = [0, ...row.flatMap((word, index) => rateOf(word, row[index + 1]))];
  for (let last = numbers.length - 1; last >= 2; last -= 1) {
    const amount = numbers[last];
    if (!amount?.value || !/[.,]\d{2}\D?$/u.test(amount.text)) continue;
    for (let two = last - 1; two >= 1; two -= 1) {
      for (let one = two - 1; one >= 0; one -= 1) {
        const [a, b] = [numbers[one], numbers[two]];
        if (!a?.value || !b?.value) continue;
        const [left, right, product] = [a.value, b.value, amount.value];
        const fits = rates.some((rate) => Math.abs(left * right * (1 - rate) - product) <= tolerance);
        if (fits && isPair(a, b, amount)) return [a, b, amount];
      }
    }
  }
  return null;
}

/** "10%" or "10 %": a discount, or a tax that nothing is taken off for. */
function rateOf({ text, value }: DrawnWord, next: DrawnWord | undefined): number[] {
  const written =
    /^(\d{1,2}(?:[.,]\d+)?)%$/.exec(text)?.[1] ?? (next?.text === "%" && value !== null ? text : undefined);
  return written === undefined ? [] : [Number(written.replace(",", ".")) / 100];
}

/** A position number 1 and an amount that is written twice make each other as well: one of the two must be a price. */
const isPair = (a: DrawnWord, b: DrawnWord, amount: DrawnWord): boolean =>
  [a, b].some(({ text }) => /[.,]\d{2,}/.test(text)) && a.right < b.left && b.right < amount.left;

function isQuantity(
  one: DrawnWord,
  other: DrawnWord,
  row: DrawnWord[],
  heads: DrawnWord[],
  read: LabelReader,
): boolean {
  const headed = (word: DrawnWord, ...meanings: string[]) =>
    heads.some((head) => overlaps(head, word) && means(head, read, ...meanings));
  if (headed(one, "quantity") !== headed(other, "quantity")) return headed(one, "quantity");
  if (headed(one, "price") !== headed(other, "price")) return headed(other, "price");
  const unit = (word: DrawnWord) => /^\p{L}/u.test(row[row.indexOf(word) + 1]?.text ?? "");
  if (unit(one) !== unit(other)) return unit(one);
  return !/[.,]\d{2}/.test(one.text) || /[.,]\d{2}/.test(other.text);
}

const overlaps = (head: DrawnWord, word: DrawnWord): boolean =>
  Math.min(head.right, word.right) + columnTolerance > Math.max(head.left, word.left);

const means = ({ text }: DrawnWord, read: LabelReader, ...meanings: string[]): boolean =>
  read(text).some((word) => word.known && word.meanings.some((meaning) => meanings.includes(meaning)));

/**
 * The words of a row under the head that names goods, else its longest run of words, else that of the row below it; and the
 * lines that go on below.
 */
function nameOf(
  rows: DrawnWord[][],
  index: number,
  found: (Values | null)[],
  heads: DrawnWord[],
  read: LabelReader,
): DrawnWord[] {
  const { quantity, price, amount } = found[index] ?? {};
  const words = (rows[index] ?? []).filter((word) => word !== quantity && word !== price && word !== amount);
  const head = heads.find((word) => means(word, read, "description", "name"));
  const from = head ? words.findIndex(({ left }) => Math.abs(left - head.left) < 2 * columnTolerance) : -1;
  const under = from < 0 ? undefined : runsOf(words.slice(from))[0];
  const below = rows[index + 1] ?? [];
  const name = [under ?? longestRun(words), found[index + 1] ? [] : longestRun(below)].find(isName) ?? [];
  const all = [...name];
  for (const next of rows.slice(index + 1, index + 1 + maxNameRows)) {
    const last = all.at(-1);
    const start = next.find((word) => Math.abs(word.left - (all[0]?.left ?? 0)) < columnTolerance);
    const run = start && runsOf(next).find((each) => each.includes(start));
    const isNear = last && start && start.top - (last.top + last.height) < maxLeading * last.height;
    if (!run || !isNear || all.includes(start) || found[rows.indexOf(next)] || !goesOn(run)) break;
    all.push(...run);
  }
  return all;
}

const lettersOf = (run: DrawnWord[]): number =>
  run.reduce((sum, { text }) => sum + text.replace(/[^\p{L}]/gu, "").length, 0);

const longestRun = (words: DrawnWord[]): DrawnWord[] =>
  runsOf(words).reduce<DrawnWord[]>((best, run) => (lettersOf(run) > lettersOf(best) ? run : best), []);

const minLetters = 3;
const isName = (run: DrawnWord[]): boolean =>
  lettersOf(run) > minLetters &&
  !run.some(({ text }) => /[:：#%]/.test(text)) &&
  run.some(({ text }) => /^\p{L}{3,}/u.test(text));

const goesOn = (run: DrawnWord[]): boolean =>
  run.every(({ text, value }) => !/[:：]/.test(text) && (value === null || run.length > 1));

/** Words that are close together. */
function runsOf(words: DrawnWord[]): DrawnWord[][] {
  const runs: DrawnWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    if (last && word.left - last.right < maxGap * word.height && word.left > last.left)
      runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs;
}
