import { isStopWord } from "../../text/terms.ts";

/** A part of a question (a name, a noun with its adjectives …) in UTF-16 offsets. */
export type Phrase = { text: string; start: number; end: number };

const months =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec";

const time = new RegExp(
  `\\b(?:(?:(?:${months})\\.?\\s+)?(?:1[0-9]|20)\\d{2}(?:\\s*[-–/]\\s*\\d{2,4})?|q[1-4]|(?:first|second|third|fourth|last|this|next)\\s+(?:quarter|half|year|month)|(?:${months}))\\b`,
  "gi",
);

/** The years, months and quarters named in a text. "may" counts only with a capital. */
export const timesIn = (text: string): Phrase[] =>
  phrases(text, time).filter((phrase) => !/^(?:may|march|mar|dec|sep|jun|jan)$/.test(phrase.text));

const name =
  /\p{Lu}[\p{L}\p{N}&'’.-]*(?:\s+(?:(?:of|the|de|van|von|der|du|la|le|and|&)\s+)*[\p{Lu}\p{N}][\p{L}\p{N}&'’.-]*)*/gu;

/** Names: runs of capitalised words. The first word of a sentence counts only when it is not a common word. */
export function namesIn(text: string): Phrase[] {
  return phrases(text, name).flatMap((phrase) => {
    const trimmed = withoutCommonStart(phrase);
    if (!trimmed) return [];
    const end = trimmed.text.replace(/(?:['’]s)?[.,;:'’-]*$/u, "").length;
    const named = { text: trimmed.text.slice(0, end), start: trimmed.start, end: trimmed.start + end };
    return timesIn(named.text).some((found) => found.text === named.text) ? [] : [named];
  });
}

function withoutCommonStart(phrase: Phrase): Phrase | null {
  let { text, start } = phrase;
  for (let first = /^\S+/.exec(text)?.[0]; first; first = /^\S+/.exec(text)?.[0]) {
    if (!isStopWord(first.toLowerCase())) return { text, start, end: phrase.end };
    const rest = text.slice(first.length).trimStart();
    start += text.length - rest.length;
    text = rest;
  }
  return null;
}

/** Replaces a phrase by other words. */
export const replacePhrase = (text: string, phrase: Phrase, by: string): string =>
  text.slice(0, phrase.start) + by + text.slice(phrase.end);

function phrases(text: string, pattern: RegExp): Phrase[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
