import type { Span } from "../../text/sentences.ts";
import { type ComparableText, comparableText, hasBrokenWords } from "./comparable-text.ts";
import { evidenceSentences } from "./evidence-sentences.ts";
import { isConditional, plainWords, turnsMeaning } from "./fact-words.ts";
import { numberFacts, sameNumber } from "./number-facts.ts";

/**
 * A quote as it is in a text. `cut`: what was left out of its sentences changes what it says (`limited`), or may change
 * it (`part`).
 */
export type FoundQuote = Span & { cut: false | "part" | "limited"; sentences: Span };

/** A part of a sentence with fewer words says nothing alone. */
const minWordsOfPart = 4;

/** Finds a statement in a text, word for word but for white space, Unicode forms, quotation marks and broken words. */
export function findQuote(statement: string, text: string): FoundQuote | undefined {
  const quoted = withoutDress(statement);
  if (quoted === "") return undefined;
  const withoutHyphens = hasBrokenWords(quoted) || hasBrokenWords(text);
  const haystack = comparableText(text, withoutHyphens);
  const needle = comparableText(quoted, withoutHyphens).text;
  let cut: FoundQuote | undefined;
  for (const wanted of new Set([needle, otherCase(needle)])) {
    if (wanted === "") continue;
    for (let at = haystack.text.indexOf(wanted); at >= 0; at = haystack.text.indexOf(wanted, at + 1)) {
      if (!isWhole(haystack.text, at, at + wanted.length)) continue;
      const found = placed(haystack, at, at + wanted.length, text, /[?？]\W*$/u.test(statement));
      if (!found.cut) return found;
      cut ??= found;
    }
  }
  return cut;
}

/** A bullet, marks of Markdown, quotation marks around the whole and the last full stop are not part of what is quoted. */
function withoutDress(statement: string): string {
  const bare = statement
    .replace(/\*\*|__/g, "")
    .trim()
    .replace(/^(?:[-–—•●▪◦‣*·]\s+|\d{1,3}[.)]\s+(?=\D))/u, "");
  const inner = /^(["“„«'‘])(.*)(["”“»'’])[.,;:]?$/su.exec(bare)?.[2];
  const unquoted = inner !== undefined && !/["“”„«»]/u.test(inner) ? inner : bare;
  return unquoted.replace(/[\s.,;:…]+$/u, "").trimStart();
}

/** The quote may begin with a capital where the text does not, and the other way round. */
function otherCase(text: string): string {
  const [first = ""] = text;
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + text.slice(first.length);
}

/** A match may not begin or end inside a word or a number, nor leave out its sign, currency or unit. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  const after = text.slice(end, end + 16);
  const [first = ""] = text.slice(start, start + 2);
  const last = text[end - 1] ?? "";
  if (/[\p{L}\p{N}]/u.test(first) && /[\p{L}\p{N}_]$|[\p{L}\p{N}]['-]$/u.test(before)) return false;
  if (/[\p{L}\p{N}]/u.test(last) && /^[\p{L}\p{N}_]|^['-][\p{L}\p{N}]/u.test(after)) return false;
  if (/\d/.test(first) && /[\d][.,']$|(?:^|[\s(])[-+±~<>≤≥]\s?$|\p{Sc}\s?$|\($/u.test(before)) return false;
  return !(/[\d)]/.test(last) && /^(?:[.,']\d|\s?[%‰°^\p{Sc}\\/]|\))/u.test(after));
}

function placed(haystack: ComparableText, from: number, to: number, text: string, asks: boolean): FoundQuote {
  const start = haystack.starts[from] ?? 0;
  const end = withStop(text, haystack.ends[to - 1] ?? text.length);
  const touched = evidenceSentences(text).filter((each) => each.start < end && each.end > start);
  const sentences = { start: touched[0]?.start ?? start, end: Math.max(end, touched.at(-1)?.end ?? end) };
  const dropped = [text.slice(Math.min(start, sentences.start), start), text.slice(end, sentences.end)];
  const isPart = dropped.some((piece) => /[\p{L}\p{N}]/u.test(piece));
  const question = /[?？]\W*$/u.test(text.slice(sentences.start, sentences.end)) && !asks;
  const words = text.slice(start, end).split(/\s+/).length;
  const before = text.slice(sentences.start, start);
  const isWithoutUnit = losesUnit(text.slice(start, end), text.slice(end, end + longestUnit));
  const isLimited =
    question ||
    isWithoutUnit ||
    (isPart &&
      (leadingCondition.test(before) ||
        dropped.some(turns) ||
        (!isClause(before, "") && relative.test(before))));
  const isCut =
    isPart &&
    ((words < minWordsOfPart && /\s/.test(text.slice(sentences.start, sentences.end).trim())) ||
      !isClause(before, text.slice(end, sentences.end)) ||
      leadingScope.test(before) ||
      dropped.some(turnsMeaning));
  return { start, end, cut: isLimited ? "limited" : isCut ? "part" : false, sentences };
}

/** In UTF-16 units. */
const longestUnit = 24;

/** Whether the last number of a quote means something else with the words behind it: "40" of "40 litres". */
function losesUnit(quote: string, after: string): boolean {
  if (!/\d$/.test(quote)) return false;
  const quoted = numberFacts(quote);
  const [last, whole] = [quoted.at(-1), numberFacts(quote + after)[quoted.length - 1]];
  return last !== undefined && whole !== undefined && !sameNumber(whole, last);
}

/** Whether a piece denies the rest, or says when it does not hold. */
const turns = (piece: string): boolean =>
  plainWords(piece).some((word) => isConditional(word)) ||
  /\b(?:not|no|never|nicht|kein\w*|nie)\W*$/iu.test(piece);

/** A part that begins behind it may have its subject in another clause. */
const relative = /\b(?:who|whom|which|that|welche[rs]?|qui)\b[^,;]*$/iu;

/** A clause before the quote that says when it holds. Behind it, "when" mostly adds a detail. */
const leadingCondition =
  /^\W*(?:when(?:ever)?|once|where(?:ver)?|while|as (?:long|soon) as|in (?:case|the event)|according to|wenn|sobald|solange|lorsque|quand|d[eè]s que|cuando|quando|wanneer|zodra|laut|selon|seg[uú]n|secondo|volgens)\b/iu;
/** A year or a number before the quote for which alone it holds. */
const leadingScope =
  /^\W*(?:in|during|since|until|before|after|by|from|for|im|seit|bis|vor|nach|en|depuis|desde|nel|sinds)\b[^,;:]*\d[^,;:]*[,;:]/iu;

/**
 * Whether a part of a sentence begins and ends where a clause may: "the man who shot Kennedy was arrested" does not say
 * "Kennedy was arrested". The number of an item may be before it.
 */
const isClause = (before: string, after: string): boolean =>
  /(?:^|[,;:()[\]"“”»|–—]|^\s*[\p{L}\d]{1,4}[.)\]]|\s-|^\W*)\s*$/u.test(before) &&
  /^\s*(?:$|\W*$|[,;:()[\]"“”«|–—]|-\s)/u.test(after);

/** The full stop after the quote belongs to it. */
const withStop = (text: string, end: number): number =>
  end + (/^(?:[.!?。！？…]+["”’»)\]]*)(?=\s|$)/u.exec(text.slice(end, end + 8))?.[0].length ?? 0);
