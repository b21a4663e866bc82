import { splitSentences } from "../../text/sentences.ts";
import type { Passage } from "./passages.ts";

/** A place where a chunk may begin, and what it costs to cut there: 0 for a good place. */
export type Border = { at: number; cost: number };

/** What a cut costs. A chunk that is half empty costs a quarter of `emptiness`. */
export const costs = {
  /** Between paragraphs, and where the configured separator stands. */
  paragraph: 0,
  /** A heading begins something. */
  beforeHeading: -0.1,
  /** A heading, or a line such as "You need the following:", says little without what it leads. */
  afterLead: 1,
  line: 0.1,
  sentence: 0.3,
  /** After a comma. */
  clause: 1,
  word: 2,
  /** Inside a row of a table or a line of code, and inside a word. */
  torn: 10,
  emptiness: 0.2,
} as const;

/** Element types that a line such as "You need the following:" introduces. */
const introduced = new Set<string>(["ListItem", "CodeSnippet", "Table", "Formula"]);

/** Element types whose lines belong together, row by row. */
const lined = new Set<string>(["Table", "TableRow", "CodeSnippet"]);

/** What a cut between two passages costs. */
export function costBetween(last: Passage, next: Passage): number {
  if (last.element.type === "Title") return costs.afterLead;
  if (next.element.type === "Title") return costs.beforeHeading;
  if (/[:：]$/u.test(last.text) && introduced.has(next.element.type)) return costs.afterLead;
  return next.separator === "\n" ? costs.line : costs.paragraph;
}

/** Where a passage may be cut inside: between its lines and sentences. */
export function bordersInside(passage: Passage): Border[] {
  const { text, start } = passage;
  if (lined.has(passage.element.type)) return lineBorders(text, start);
  const sentences = splitSentences(text);
  return sentences.slice(1).map((sentence, index) => {
    const gap = text.slice(sentences[index]?.end, sentence.start);
    const cost = gap.includes("\n\n") ? costs.paragraph : gap.includes("\n") ? costs.line : costs.sentence;
    return { at: start + sentence.start, cost };
  });
}

const lineBorders = (text: string, start: number): Border[] =>
  [...text.matchAll(/\n+/g)].map(({ index, 0: { length } }) => ({
    at: start + index + length,
    cost: length > 1 ? costs.paragraph : costs.line,
  }));

/** What it costs to cut a passage at a word. */
export function costOfWord(passage: Passage, before: string): number {
  if (lined.has(passage.element.type)) return costs.torn / 2;
  return /[,;:、，；：،؛)\]}–—]\s*$/u.test(before) ? costs.clause : costs.word;
}

/**
 * Where a separator is in a text. What it consists of stays: with what is before it, or, when it begins with a line
 * end as a heading's marks do, with what follows. White space at the ends of chunks is left out anyway.
 */
export function separatorBorders(text: string, separator: string): Border[] {
  const found: Border[] = [];
  const leads = separator.startsWith("\n") ? (/^\n+/.exec(separator)?.[0].length ?? 0) : separator.length;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
    found.push({ at: at + leads, cost: costs.paragraph });
  return found;
}
