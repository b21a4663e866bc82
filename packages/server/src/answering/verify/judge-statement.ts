import type { Span } from "../../text/sentences.ts";
import { findDifference, sharedContent } from "./compare-facts.ts";
import { evidenceSentences } from "./evidence-sentences.ts";
import { plainWords } from "./fact-words.ts";
import { findQuote } from "./find-quote.ts";
import { readTableRow } from "./table-statement.ts";

/** What a statement cites. */
export type Evidence = {
  text: string;
  /** For tables: the `<table>` that the text was flattened from. */
  html?: string | undefined;
  /** The headings above it and the name of its file. A paraphrase may take names from there. */
  context?: string | undefined;
};

/**
 * `verified`: it stands in the evidence. `repaired`: `text` are the evidence's own words in its place. `unverified`: a
 * paraphrase in which no rule finds a fault. `span`: the part of the evidence that it rests on.
 */
export type Judgement =
  | { verdict: "verified" | "unverified"; span: Span }
  | { verdict: "repaired"; text: string; span: Span }
  | { verdict: "rejected" };

/** Above this similarity of words a statement copies a sentence. What differs was changed, not said in other words. */
const minCopy = 0.75;
/** Share of the statement's content words that one sentence must have to stand in its place. */
const minReplacement = 0.6;
/** In UTF-16 units. A longer sentence does not replace a statement. */
const maxReplacement = 600;
/** Sentences that a paraphrase may draw together. */
const window = 3;
/** Words that two texts share in a row by more than chance. */
const minRun = 4;
/** Share of a statement's words in copied pieces from which on it is no paraphrase. */
const minCopied = 0.7;

/** Judges one statement by the text it cites, by rules alone (docs/decisions/verification.md). */
export function judgeStatement(statement: string, evidence: Evidence): Judgement {
  const { text, context = "" } = evidence;
  const quote = findQuote(statement, text);
  if (quote && !quote.cut) return { verdict: "verified", span: { start: quote.start, end: quote.end } };
  if (quote) return replacedBy(quote.sentences, text);
  const row = evidence.html === undefined ? undefined : readTableRow(statement, evidence.html, text, context);
  if (row?.isTrue) return { verdict: row.isPlain ? "verified" : "unverified", span: row.line };
  if (row) return replacedBy(row.line, text);

  const sentences = evidenceSentences(text);
  const words = plainWords(statement);
  const ranked = sentences
    .map((span, index) => {
      const own = text.slice(span.start, span.end);
      return {
        span,
        index,
        likeness: likeness(words, plainWords(own)),
        share: sharedContent(statement, own),
      };
    })
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index);
  const [best] = ranked;
  if (!best) return { verdict: "rejected" };
  const nearest = text.slice(best.span.start, best.span.end);
  const asks = /[?？]\W*$/u.test(nearest);
  const isCopy = best.likeness >= minCopy;
  const isSplice = joinsPieces(
    words,
    sentences.map(({ start, end }) => plainWords(text.slice(start, end))),
    `${text} ${context}`,
  );
  if (!isCopy && !isSplice && !asks) {
    for (const span of windowsAround(sentences, best.index)) {
      const drawnOn = { evidence: text.slice(span.start, span.end), nearest, context };
      if (findDifference(statement, drawnOn) === undefined) return { verdict: "unverified", span: best.span };
    }
  }
  return isCopy || best.share >= minReplacement ? replacedBy(best.span, text) : { verdict: "rejected" };
}

function replacedBy(span: Span, text: string): Judgement {
  const own = text.slice(span.start, span.end).replace(/\s+/g, " ").trim();
  return own.length > maxReplacement ? { verdict: "rejected" } : { verdict: "repaired", text: own, span };
}

/** Sørensen–Dice of the words, repeated ones counted. */
function likeness(a: string[], b: string[]): number {
  if (a.length + b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left > 0) common += 1;
    counts.set(word, left - 1);
  }
  return (2 * common) / (a.length + b.length);
}

/** The sentence alone, then with those beside it. */
function* windowsAround(sentences: Span[], index: number): Generator<Span> {
  for (let size = 1; size <= window; size += 1) {
    for (let first = Math.max(0, index - size + 1); first <= index; first += 1) {
      const last = sentences[first + size - 1];
      const start = sentences[first];
      if (start && last) yield { start: start.start, end: last.end };
    }
  }
}

/**
 * Whether a statement is made of copied pieces: two or more of them, of one sentence or of several, or one with an end that
 * the evidence does not have.
 */
function joinsPieces(words: string[], sentences: string[][], evidence: string): boolean {
  const rest: string[] = [];
  let pieces = 0;
  for (let at = 0; at < words.length; ) {
    const length = Math.max(0, ...sentences.map((sentence) => longestRun(words, at, sentence)));
    if (length >= minRun) pieces += 1;
    else rest.push(...words.slice(at, at + Math.max(1, length)));
    at += Math.max(1, length);
  }
  const copied = 1 - rest.length / words.length;
  if (pieces > 1) return copied >= minCopied;
  return pieces === 1 && sharedContent(rest.join(" "), evidence) < minReplacement;
}

/** The number of words from `at` on that follow each other in the sentence, too. */
function longestRun(words: string[], at: number, sentence: string[]): number {
  let longest = 0;
  for (let from = 0; from + longest < sentence.length; from += 1) {
    let length = 0;
    while (at + length < words.length && words[at + length] === sentence[from + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
