import { foldAccents } from "../../text/terms.ts";
import type { WordReader } from "./word-reader.ts";

/** What a text says of a measured thing, ends included: "5 to 15 years", "over 12 m". `unit` is a stem, "" where none follows. */
type Interval = { low: number; high: number; unit: string };

// Words of comparison, on folded text, all languages together. French "dès" is left out: folded it is "des", an article.
const above =
  /\b(?:over|above|(?:more|older|longer|later) than|at least|exceeding|exceeds?|from|minimum(?: of)?|ab|uber|mehr als|alter als|mindestens|au moins|a partir d[eu]|plus de|al menos|desde|a partir de|mas de|mayores de|almeno|oltre|piu di|pelo menos|mais de|vanaf|minstens|meer dan)\s+$/;
const below =
  /\b(?:under|below|(?:less|younger|shorter|fewer) than|(?:no|not) (?:more|longer|older) than|at most|up to|within|until|maximum(?: of)?|bis(?: zu)?|unter|weniger als|hochstens|maximal|jusqu'a|jusqu'au|moins de|au plus|hasta|menos de|menores de|como maximo|fino a|meno di|al massimo|ate|no maximo|tot|onder|minder dan|hoogstens)\s+$/;
const orMore =
  /^\s*(?:or|and|und|oder|et|ou|y|o|e|en|of)\s+(?:more|over|older|above|longer|mehr|alter|langer|plus|mas|mayores|piu|oltre|mais|meer|ouder)\b/;
/** Between the ends of an interval, after what may be the unit of the first. */
const between = /^\s*(?:\p{L}{1,12}\s+)?(?:[-–—]|to|bis|a|hasta|ate|tot)\s*$/u;
const digits = /\d+(?:[.,]\d+)*/g;

const parsed = (number: string): number =>
  Number(number.replace(/[.,](?=\d{3}(?!\d))/g, "").replace(",", "."));

/** The measured things of a text: whether it says a bound or an interval of them, or one number alone. */
function measuresIn(text: string, reader: WordReader): { intervals: Interval[]; numbers: Interval[] } {
  const folded = foldAccents(text);
  const words = reader.words(folded);
  const found = [...folded.matchAll(digits)].map(({ 0: number, index }) => {
    const end = index + number.length;
    const unit = words.find(({ start }) => start >= end);
    const isNext = unit && /^[\s-]*$/.test(folded.slice(end, unit.start));
    return {
      value: parsed(number),
      start: index,
      end,
      unit: isNext ? unit.stem : "",
      after: isNext ? unit.end : end,
    };
  });
  const intervals: Interval[] = [];
  const numbers: Interval[] = [];
  for (const [position, { value, start, end, unit, after }] of found.entries()) {
    const next = found[position + 1];
    const last = found[position - 1];
    if (next && next.value > value && between.test(folded.slice(end, next.start)))
      intervals.push({ low: value, high: next.value, unit: next.unit });
    else if (last && last.value < value && between.test(folded.slice(last.end, start))) continue;
    else if (above.test(folded.slice(0, start)) || orMore.test(folded.slice(after)))
      intervals.push({ low: value, high: Number.POSITIVE_INFINITY, unit });
    else if (below.test(folded.slice(0, start))) intervals.push({ low: 0, high: value, unit });
    else numbers.push({ low: value, high: value, unit });
  }
  return { intervals, numbers };
}

/**
 * Compares a sentence with the bounds and the quantities of a question: 1 when it has the same bound, or an interval that
 * the quantity lies in ("my son is 9 years old", "5 to 15 years"); -1 when its bound is on the other side, or all its intervals of
 * this unit are beside the quantity; otherwise 0.
 */
export function boundAgreement(question: string, reader: WordReader): (sentence: string) => -1 | 0 | 1 {
  const asked = measuresIn(question, reader);
  const quantities = asked.numbers.filter(({ unit }) => unit !== "");
  if (asked.intervals.length === 0 && quantities.length === 0) return () => 0;
  return (sentence) => {
    const { intervals } = measuresIn(sentence, reader);
    for (const { low, high } of intervals)
      for (const wanted of asked.intervals) {
        if (low === wanted.low && high === wanted.high) return 1;
        if (low === wanted.high || high === wanted.low) return -1;
      }
    const alike = quantities.flatMap(({ low, unit }) =>
      intervals.filter((each) => each.unit === unit).map((each) => low >= each.low && low <= each.high),
    );
    return alike.length === 0 ? 0 : alike.some(Boolean) ? 1 : -1;
  };
}
