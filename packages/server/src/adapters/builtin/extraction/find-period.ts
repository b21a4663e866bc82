import { datesIn } from "../../../text/dates.ts";
import type { LabelWord } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Finding } from "./finding.ts";
import type { Line } from "./line.ts";
import { type ReadingContext, readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

/** Two dates with what is between them: "1 March 2025 to 31 March 2025". As written; `from` and `to` with their year. */
type Period = { start: number; end: number; from: string; to: string };

/** Folded, of all languages of labels. */
const between =
  /^\s*(?:[-–—]|to|until|till|through|and|bis(?: zum)?|au|jusqu['’]au|et|al?|hasta(?: el)?|y|fino al|e|t\/m|tot(?: en met)?|en)\s*$/iu;
/** The first date of a period may leave the year, or the month and the year, to the second. */
const shortDate =
  /(?<![\p{N}.,/-])(?<day>\d{1,2})(?:st|nd|rd|th|er)?(?:\.?\s+(?<name>\p{L}{3,10})\.?|\.(?<month>\d{1,2})\.?|\.)?(?=(?<gap>\D{1,16})$)/u;
/** A label is at most so far before its period. */
const farthestLabel = 40;
const perFurtherWord = 0.05;
/** Words of a property that the label of its period may leave out: every bill is for its own period. */
const leftOut = new Set(["date", "period", "start", "end", "invoice", "document", "receipt", "bill", "time"]);

/**
 * The beginning, the end or the whole of a period that a line gives after its label. Null where the field asks for none, and where
 * no label fits.
 */
export function findPeriod(field: Field, document: LabelledDocument): Finding | null {
  const part = partOf(field);
  if (part === null) return null;
  let best: Finding | null = null;
  for (const [order, line] of document.lines.entries()) {
    for (const [column, { text }] of line.cells.entries()) {
      const period = periodIn(text, document);
      if (!period) continue;
      const score = labelScore(field, document.read(labelBefore(line, column, period)));
      if (score <= (best?.score ?? 0)) continue;
      const reading = readPart(field, part, text, period, document);
      if (reading) best = { reading, score, line, order };
    }
  }
  return best;
}

/** Whether the name of a field says which period it is of, so that no other label has its value. */
export const namesPeriod = (field: Field): boolean =>
  partOf(field) !== null && (field.own.some((each) => each.includes("period")) || ownWords(field).length > 0);

function partOf({ name, kind, own }: Field): "from" | "to" | "whole" | null {
  const has = (meaning: string) => own.some((each) => each.includes(meaning));
  // "to" is not a word of labels.
  const isEnd = has("end") || /(?:^|\s)to$/.test(propertyNameWords(name).toLowerCase());
  if (kind === "text") return has("period") && !has("start") && !isEnd && !has("terms") ? "whole" : null;
  if (kind !== "date" || has("start") === isEnd) return null;
  return isEnd ? "to" : "from";
}

/** The words of a field that say what it is the period of. */
const ownWords = ({ own }: Field): string[][] =>
  own.filter((meanings) => !meanings.some((meaning) => leftOut.has(meaning)));

/** How well the words before a period name it for the field, 0 to 1; 0 where a word of the field is missing. */
function labelScore(field: Field, words: LabelWord[]): number {
  const isSaid = (meanings: string[]) =>
    words.some((word) => word.meanings.some((meaning) => meanings.includes(meaning)));
  const own = ownWords(field);
  if (!own.every(isSaid) || (own.length === 0 && !isSaid(["period"]))) return 0;
  const further = words.filter(
    ({ meanings }) => !meanings.some((meaning) => leftOut.has(meaning) || own.flat().includes(meaning)),
  );
  return Math.max(0.6, 1 - perFurtherWord * further.length);
}

/** What is before a period in its cell, or else in the cell before it. */
function labelBefore({ cells }: Line, column: number, { start }: Period): string {
  const own = (cells[column]?.text ?? "").slice(Math.max(0, start - farthestLabel), start);
  return /\p{L}{3}/u.test(own) ? own : (cells[column - 1]?.text ?? "");
}

/** The only period of a text. */
function periodIn(text: string, { dateOrder }: ReadingContext): Period | null {
  const dates = datesIn(text, dateOrder);
  const [first, second] = dates;
  if (!first || dates.length > 2) return null;
  if (second)
    return between.test(text.slice(first.end, second.start))
      ? { start: first.start, end: second.end, from: first.text, to: second.text }
      : null;
  const short = shortDate.exec(text.slice(0, first.start));
  const { day = "", name, month, gap = "" } = short?.groups ?? {};
  if (!short || !between.test(gap)) return null;
  const year = first.iso.slice(0, 4);
  const from =
    name === undefined ? `${year}-${month ?? first.iso.slice(5, 7)}-${day}` : `${day} ${name} ${year}`;
  return { start: short.index, end: first.end, from, to: first.text };
}

function readPart(
  field: Field,
  part: "from" | "to" | "whole",
  text: string,
  period: Period,
  document: LabelledDocument,
): Finding["reading"] | null {
  const { start, end } = period;
  const written = text.slice(start, end).trim();
  if (part === "whole") return { value: written, text: written, start };
  const read = readValue(field, period[part], document);
  return read && { value: read.value, text: text.includes(period[part]) ? period[part] : written, start };
}
