import { closestChoice } from "../text/closest-choice.ts";
import { datesIn } from "../text/dates.ts";
import { numberWordsIn } from "../text/number-words.ts";
import { foldAccents } from "../text/terms.ts";
import { fillable, type JsonSchema } from "./json-schema.ts";
import { writtenNumber } from "./written-number.ts";

/**
 * Whether a quote holds a value: numbers and dates in any of their written forms, text but for case, accents, spaces
 * and punctuation, a choice by its name, a boolean by a word that says it. `null` when rules cannot decide.
 */
export function valueInQuote(value: unknown, quote: string, schema: JsonSchema): boolean | null {
  if (typeof value === "number") return numberIn(value, quote);
  if (typeof value === "boolean") return booleanIn(value, quote);
  if (typeof value !== "string") return null;
  const wanted = plain(value);
  if (wanted !== "" && plain(quote).includes(wanted)) return true;
  if (dateIn(value, quote)) return true;
  const { enum: choices } = fillable(schema, value);
  if (Array.isArray(choices)) return closestChoice(quote, choices) === value ? true : null;
  const code = currencySigns.find(([, iso]) => iso === value);
  if (code) return code[0].test(quote) ? true : null;
  return null;
}

/** The share of the words of a value that a quote holds, 0 to 1. */
export function shareInQuote(value: unknown, quote: string): number {
  const words = wordsOf(String(value));
  const held = new Set(wordsOf(quote));
  if (words.length === 0) return 0;
  return words.filter((word) => held.has(word)).length / words.length;
}

const wordsOf = (text: string): string[] => foldAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const plain = (text: string): string => foldAccents(text).replace(/[^\p{L}\p{N}]+/gu, "");

const currencySigns: [RegExp, string][] = [
  [/€|\beuros?\b/i, "EUR"],
  [/£|\bpounds?\b/i, "GBP"],
  [/\$|\bdollars?\b/i, "USD"],
  [/\bRM\b|\bringgit\b/i, "MYR"],
  [/¥|\byen\b/i, "JPY"],
  [/₹|\brupees?\b|\bRs\b/i, "INR"],
];

/** Number words have no sign. */
const numberIn = (value: number, quote: string): boolean =>
  writtenNumber(value, quote) !== undefined || numberWordsIn(quote).some(({ value: word }) => word === value);

function dateIn(value: string, quote: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)/.exec(value)?.[1];
  if (day === undefined) return false;
  return (["day-first", "month-first"] as const).some((order) =>
    datesIn(quote, order).some(({ iso }) => iso === day),
  );
}

const saysYes = /\b(?:yes|true|ja|oui|si|sim|x|on|checked|included|enabled|paid)\b|[✓✔☑☒]/iu;
const saysNo = /\b(?:no|not|false|nein|non|nee|nao|off|none|excluded|disabled|unpaid)\b|[☐✗✘]|\[\s?\]/iu;

function booleanIn(value: boolean, quote: string): boolean | null {
  const text = foldAccents(quote);
  const [yes, no] = [saysYes.test(text), saysNo.test(text)];
  return yes === no ? null : value === yes;
}
