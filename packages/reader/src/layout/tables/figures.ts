import type { Line } from "../page/line.ts";

/** A number as tables print it: with its sign, unit, brackets, footnote mark or a dash in its place. */
const number = /^[^\p{L}]*\p{N}[^\p{L}]*$/u;
const numberWithMark =
  /^[$€£¥<>≤≥~±+\-−–(]*\s?\p{N}[\p{N}.,\s]*(%|\p{L}{1,2}\.?)?[)*†‡§]*(\s?\p{L}|\s?\d)?$/u;
/** Signs that are where a number is missing or withheld. */
const placeholder = /^([-–—−.*†‡§×xX+#…]{1,4}|\.{2,3}|n\.?\/?a\.?|N\/?A|\([A-Z]{1,2}\)|nil|none)$/iu;
const year = /^(FY\s?)?(19|20)\d\d([/–-]\d{2,4})?\p{L}?$/u;

export const isFigure = (text: string): boolean => number.test(text) || numberWithMark.test(text);

export const isPlaceholder = (text: string): boolean => placeholder.test(text.trim());

/** What a cell of numbers holds. A year may as well be a heading. */
export const isValue = (text: string): boolean => (isFigure(text) && !year.test(text)) || isPlaceholder(text);

/** Whether most lines of a column are numbers. */
export const isOfValues = (lines: readonly Line[]): boolean =>
  lines.length >= 2 && lines.filter((line) => isValue(line.text)).length >= 0.6 * lines.length;

const caption =
  /^(table|tab\.|exhibit|chart|figure|tabelle|tableau|tabla|tabela|quadro|tabel)\s+[A-Z]{0,3}[-.]?\d+[a-z]?([.:–—-]|\s|$)/iu;

export const isTableCaption = (text: string): boolean => caption.test(text);
