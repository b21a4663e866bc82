import { numberWordsIn } from "../../text/number-words.ts";
import { foldAccents } from "../../text/terms.ts";
import { comparableText } from "./comparable-text.ts";
import { currencies, english, ordinals, scales, units } from "./number-tables.ts";

/** A number as a text says it. */
export type NumberFact = {
  /** What it may mean: "1.234" is 1.234 or 1234. Multiplied by "million" and its like. */
  values: number[];
  /** The last year of a decade or a century, whose first one is the value. */
  until?: number;
  percent: boolean;
  /** Three letters; "" for none. */
  currency: string;
  /** A known unit; "" for none. */
  unit: string;
  /** "over 250" allows more, "up to 40" less, "about 90" both. Absent: exactly. */
  about?: "more" | "less" | "both";
  /** Four figures that no noun follows, or that come behind "in" or "since". */
  isYear?: true;
  /** "third": its place among others. A text that counts to three says it, too. */
  ordinal?: true;
  /** UTF-16 offsets in the comparable form of the text. */
  start: number;
  end: number;
};

const figure =
  /(?:(?<![\p{L}\p{N}])|(?<=\p{L})(?=\.\d|\p{Sc}))(?:(?<=^|[\s(|:])([-+])(?!\s))?(\p{Sc})?\s?([-+](?=\d|\.\d))?(\d+(?:[.,']\d+)*|(?<!\d)\.\d+)(st|nd|rd|th|'?s(?![\p{L}]))?(?:[\s-]?(%|‰|\p{Sc}|°\s?[CF]?|\p{L}+(?:\^\d)?))?(?:\s(\p{L}+))?(?:\s(cent)\b)?/gu;
const wordRun = /\p{L}+(?:(?:-|\s(?:and\s)?)\p{L}+)*/gu;
const hedges: [NonNullable<NumberFact["about"]>, RegExp][] = [
  [
    "more",
    /(?:over|more than|at least|above|exceed(?:s|ing|ed)?|beyond|mehr als|über|mindestens|plus de)\s(?:\p{Sc})?$/iu,
  ],
  [
    "less",
    /(?:under|less than|fewer than|up to|at most|below|within|weniger als|bis zu|höchstens|moins de)\s(?:\p{Sc})?$/iu,
  ],
  [
    "both",
    /(?:about|around|some|nearly|almost|roughly|approximately|close to|circa|ca\.|~|etwa|rund|fast|environ)\s?(?:\p{Sc})?$/iu,
  ],
];

/** The numbers of a text, in figures and in words, in order. "one" is not a number: it is a pronoun, too. */
export function numberFacts(text: string): NumberFact[] {
  const plain = comparableText(text).text;
  return [...inFigures(plain), ...inWords(plain)].sort((a, b) => a.start - b.start);
}

function inFigures(plain: string): NumberFact[] {
  return [...plain.matchAll(figure)].flatMap((match) => {
    const [whole, sign, symbol, inner, digits = "", ending = "", tail = "", next = "", after = ""] = match;
    const lead = whole.length - whole.trimStart().length;
    const negative = sign === "-" || inner === "-";
    const at = { start: match.index + lead, end: match.index + whole.indexOf(digits) + digits.length };
    // Day, month and year of a date.
    if (/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(digits))
      return digits.split(".").map((part) => fact([Number(part)], { following: [] }, at));
    const found = fact(readings(digits), { negative, symbol, following: [tail, next, after] }, at);
    const [value = 0] = found.values;
    if (/th|st|nd|rd/.test(ending)) {
      found.ordinal = true;
      if (/^centur/i.test(tail))
        return { ...found, values: [100 * (value - 1) + 1], until: 100 * value, unit: "" };
    }
    if (ending.endsWith("s") && value % 10 === 0)
      return { ...found, unit: "", until: value + (value % 100 === 0 && value > 999 ? 99 : 9) };
    if (isYear(digits, plain.slice(0, at.start), plain.slice(at.end))) found.isYear = true;
    return hedged(found, plain);
  });
}

const isYear = (digits: string, before: string, after: string): boolean =>
  /^(?:1\d|20)\d\d$/.test(digits) &&
  (/(?:\b(?:in|since|during|until|from|of|by|year|jahr|seit|en|depuis)|[(–,-])\s?$/iu.test(before) ||
    !/^\s?\p{L}{3}/u.test(after) ||
    /^\s(?:and|und|et|with|when|the|to|until)\b/iu.test(after));

function inWords(plain: string): NumberFact[] {
  const facts: NumberFact[] = [];
  for (const { 0: run, index } of plain.matchAll(wordRun)) {
    const words = [...run.matchAll(/\p{L}+/gu)].map(({ 0: word, index: at }) => ({
      word: word.toLowerCase(),
      start: index + at,
      end: index + at + word.length,
    }));
    for (let at = 0; at < words.length; ) {
      const spoken = spokenNumber(words.slice(at).map(({ word }) => word));
      const [first, last] = [words[at], words[at + Math.max(1, spoken.length) - 1]];
      if (spoken.value !== undefined && first && last) {
        const following = words.slice(at + spoken.length, at + spoken.length + 2).map(({ word }) => word);
        const found = fact([spoken.value], { following }, { start: first.start, end: last.end });
        if (spoken.isOrdinal) found.ordinal = true;
        facts.push(hedged(found, plain));
      }
      at += Math.max(1, spoken.length);
    }
  }
  return facts;
}

/** "two hundred and five": 205, of four words. One alone is not a number. */
function spokenNumber(words: string[]): { value?: number; length: number; isOrdinal?: boolean } {
  const [first = ""] = words;
  if (ordinals.has(first)) return { value: ordinals.get(first) ?? 0, length: 1, isOrdinal: true };
  if (!english.has(first)) {
    const [other] = numberWordsIn(first);
    return other && other.value > 1 ? { value: other.value, length: 1 } : { length: 0 };
  }
  let [whole, current, length] = [0, 0, 0];
  for (const [index, word] of words.entries()) {
    const value = english.get(word);
    const scale = word === "hundred" ? 100 : word === "thousand" ? 1_000 : undefined;
    if (
      value !== undefined &&
      (current === 0 || (current % 10 === 0 && current % 100 !== 10 && value < 10) || current % 100 === 0)
    ) {
      current += value;
      length = index + 1;
    } else if (scale !== undefined && index > 0) {
      if (scale === 100) current *= 100;
      else [whole, current] = [whole + current * scale, 0];
      length = index + 1;
    } else if (word !== "and" || current % 100 !== 0 || index === 0) break;
  }
  const value = whole + current;
  return length === 1 && value === 1 ? { length: 1 } : { value, length };
}

function hedged(found: NumberFact, plain: string): NumberFact {
  const before = plain.slice(Math.max(0, found.start - 16), found.start);
  const hedge = hedges.find(([, pattern]) => pattern.test(before));
  return hedge ? { ...found, about: hedge[0] } : found;
}

function fact(
  values: number[],
  {
    negative = false,
    symbol,
    following,
  }: { negative?: boolean; symbol?: string | undefined; following: string[] },
  at: { start: number; end: number },
): NumberFact {
  const result: NumberFact = {
    values,
    percent: false,
    currency: currencies[symbol ?? ""] ?? "",
    unit: "",
    ...at,
  };
  for (const raw of following) {
    const word = foldAccents(raw.replace(/\s/g, ""));
    const short = result.currency === "" ? undefined : { k: 1e3, m: 1e6, b: 1e9 }[word];
    const scale = Object.hasOwn(scales, word) ? scales[word] : short;
    if (scale !== undefined) {
      result.values = result.values.map((value) => value * scale);
      continue;
    }
    if (["%", "percent", "prozent", "pourcent", "procent"].includes(word)) result.percent = true;
    else if (word === "per" && following.includes("cent")) result.percent = true;
    else if (Object.hasOwn(currencies, word)) result.currency = currencies[word] ?? "";
    // "in" after a number is a preposition.
    else if (word !== "in" && word !== "a") result.unit = units.get(word) ?? "";
    break;
  }
  if (negative) result.values = result.values.map((value) => -value);
  return result;
}

/** What a written number may mean. With both signs the last one is the decimal sign; three digits may be thousands. */
function readings(digits: string): number[] {
  const bare = digits.replaceAll("'", "");
  const decimal = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  if (decimal < 0) return [Number(bare)];
  const groups = bare.split(/[.,]/);
  const whole = Number(groups.join(""));
  if (bare.startsWith(".")) return [Number(bare), Number(bare.slice(1))];
  const parted = Number(`${bare.slice(0, decimal).replace(/[.,]/g, "")}.${bare.slice(decimal + 1)}`);
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && !/^[0.]/.test(bare);
  if (!isGrouped) return [parted];
  return new Set(bare.match(/[.,]/g)).size === 1 && groups.length === 2 ? [whole, parted] : [whole];
}

/** Whether the evidence's number is the one that is said: the same value, percent sign, currency and unit. */
export const sameNumber = (said: NumberFact, shown: NumberFact): boolean =>
  said.values.some((value) => shown.values.some((other) => closeTo(value, other))) &&
  said.until === shown.until &&
  sameKind(said, shown);

/** Whether the evidence's number allows what is said: the same, inside of the decade, or more where "over" is said. */
export const allowsNumber = (said: NumberFact, shown: NumberFact): boolean =>
  sameNumber(said, shown) ||
  (sameKind(said, shown) &&
    said.values.some((value) =>
      shown.values.some(
        (other) =>
          (said.until !== undefined && other >= value && (shown.until ?? other) <= said.until) ||
          (said.about === "more" && other >= value) ||
          (said.about === "less" && other <= value) ||
          (said.about !== undefined && Math.abs(other - value) <= 0.1 * Math.abs(value)) ||
          isRounded(value, other),
      ),
    ));

/** What two numbers must share to be compared. A unit that one of them does not say is not a difference. */
const sameKind = (said: NumberFact, shown: NumberFact): boolean =>
  said.percent === shown.percent &&
  (said.currency === "" || said.currency === shown.currency) &&
  (said.unit === "" || said.unit === shown.unit);

/** "-00" is not "00". */
const closeTo = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)) && Object.is(a, -0) === Object.is(b, -0);

/** Whether a number of at least two digits is a longer one with fewer digits: 8.2 of 8.21, 23,000 of 23,450. */
function isRounded(value: number, exact: number): boolean {
  if (Number.isInteger(exact) && Math.abs(exact) < 10_000) return false;
  const digits = String(Math.abs(value)).replace(".", "").replace(/0+$/, "").replace(/^0+/, "").length;
  return digits >= 2 && closeTo(Number(exact.toPrecision(digits)), value);
}
