import { alwaysContinues, germanMonths, mayEnd, numbering, sentenceStarters } from "./sentence-words.ts";

/** A span of a text in UTF-16 offsets: `text.slice(start, end)`. */
export type Span = { start: number; end: number };

/** Terminators that need white space after them, then those that do not, then line ends. */
const candidate = /[.!?…؟۔]+|[。！？｡．]+|[।॥]+|\n+/gu;
const closers = /(?:["'”’»›)\]}」』）】》⁰¹²³⁴⁵⁶⁷⁸⁹]|\[\d{1,4}(?:[,–-]\s?\d{1,4})*\])*/uy;
const trailingWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}.]*$/u;
const nextWordPattern = /[\s"'“‘«‹([{¿¡–—-]*([\p{L}\p{N}\p{M}]*)/uy;
const initials = /^(?:\p{Lu}\.)*\p{Lu}$/u;
const enumerator = /^(?:\p{N}{1,3}|\p{L}|[ivxIVX]{1,5}|\p{N}{1,2}(?:\.\p{N}{1,2})+)$/u;

/** A line of at least this length that breaks before a lowercase letter was wrapped. The sentence goes on. */
const wrappedLineLength = 40;
/** Maximum length of a word searched before a period. Longer words are not abbreviations. */
const lookBack = 24;

/**
 * Splits text into sentences. The spans are in order and leave out only white space. It knows abbreviations, initials,
 * decimals and enumerators, and CJK, Arabic and Devanagari terminators. A line end ends a sentence unless the line is
 * clearly wrapped. Linear in the length of the text.
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  const caseless = !/\p{Lu}/u.test(text);
  let start = skipSpace(text, 0);
  let lineStart = 0;

  const close = (end: number): void => {
    const trimmed = trimEnd(text, start, end);
    if (trimmed > start) spans.push({ start, end: trimmed });
    start = skipSpace(text, Math.max(end, start));
  };

  for (const match of text.matchAll(candidate)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith("\n")) {
      const wrapped = match[0].length === 1 && match.index - lineStart >= wrappedLineLength;
      if (!(wrapped && continuesBelow(text, match.index))) close(match.index);
      lineStart = end;
      continue;
    }
    if (match.index < start) continue;
    const sentenceEnd = endOfClosers(text, end);
    if (/^[。！？｡．।॥]/u.test(match[0])) close(sentenceEnd);
    else if (isBorder(text, start, match.index, match[0], sentenceEnd, caseless)) close(sentenceEnd);
  }
  close(text.length);
  return spans;
}

/** Whether the terminator at `index`, with its closing quotes and brackets reaching to `end`, ends the sentence. */
function isBorder(
  text: string,
  start: number,
  index: number,
  mark: string,
  end: number,
  caseless: boolean,
): boolean {
  const following = text[end];
  if (following === undefined) return true;
  if (!/\s/u.test(following)) return false;
  const next = nextWord(text, end);
  if (next === "") return true;
  if (/^\p{Ll}/u.test(next)) {
    // In text with spaces before its periods, or without capitals, a lowercase letter proves nothing.
    if (!caseless && !/\s/u.test(text[index - 1] ?? "")) return false;
  }
  return mark !== "." || end > index + 1 || !isInsideSentence(text, start, index, next);
}

/** Whether a single period belongs to an abbreviation, an initial, an ordinal or an enumerator in front of `next`. */
function isInsideSentence(text: string, start: number, index: number, next: string): boolean {
  const from = Math.max(start, index - lookBack);
  const word = text.slice(from, index).match(trailingWord)?.[0];
  if (word === undefined) return false;
  const lower = word.toLowerCase();
  if (index - word.length === start && enumerator.test(word)) return true;
  if (alwaysContinues.has(lower)) return true;
  if (numbering.has(lower) && /^(?:\p{N}|\p{Lu}$|[IVXLC]+$)/u.test(next)) return true;
  if (/^\p{N}{1,2}$/u.test(word) && germanMonths.has(next.toLowerCase())) return true;
  const startsSentence = sentenceStarters.has(next.toLowerCase());
  if (lower === "etc" || lower === "a.m" || lower === "p.m") return !/^\p{Lu}/u.test(next);
  return (mayEnd.has(lower) || initials.test(word)) && !startsSentence;
}

const continuesBelow = (text: string, lineEnd: number): boolean =>
  !/[.!?…:;]\s*$/u.test(text.slice(Math.max(0, lineEnd - 3), lineEnd)) &&
  /^\s*\p{Ll}/u.test(text.slice(lineEnd + 1, lineEnd + 9));

function nextWord(text: string, from: number): string {
  nextWordPattern.lastIndex = from;
  return nextWordPattern.exec(text)?.[1] ?? "";
}

function endOfClosers(text: string, from: number): number {
  closers.lastIndex = from;
  closers.exec(text);
  return Math.max(from, closers.lastIndex);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/u.test(text[at] ?? "")) at++;
  return at;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/u.test(text[at - 1] ?? "")) at--;
  return at;
}
