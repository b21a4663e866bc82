import { detectLanguage } from "../../text/detect-language.ts";
import { fileNameWords } from "../../text/file-name-words.ts";
import type { Span } from "../../text/sentences.ts";
import type { Passage } from "../answerer.ts";
import { computationIn, copies } from "./computation-in.ts";
import { type Contradiction, contradictionIn, isRival, type WholeEvidence } from "./contradicts.ts";
import { evidenceSentences } from "./evidence-sentences.ts";
import { findQuote } from "./find-quote.ts";
import { followsFrom } from "./follows-from.ts";
import { hasName } from "./name-facts.ts";
import { allowsNumber, type NumberFact } from "./number-facts.ts";
import { type StatementWord, sameWord, saysSomething, statementWords } from "./statement-words.ts";
import { readTableRow } from "./table-statement.ts";

/** A part of a passage; `position` is that of the passage. */
export type Place = { position: number; span: Span };

/**
 * `verified`: rules prove it. `contradicted`: the evidence says otherwise; `instead` are its own words, where they can stand
 * for the statement. `unverified`: rules do not decide. `places` is what it rests on, the nearest sentences if it is unproved.
 */
export type Judgement =
  /** `computed`: the calculation by which it follows, "620 − 500 = 120". */
  | { verdict: "verified"; places: Place[]; computed?: string }
  | { verdict: "unverified"; places: Place[] }
  | {
      verdict: "contradicted";
      why: Contradiction | "quote" | "row";
      instead?: { text: string; place: Place };
    };

/** Share of the statement's words that one sentence must have to be in its place. */
const minReplacement = 0.6;
/** In UTF-16 units. A longer sentence does not replace a statement. */
const maxReplacement = 600;
/** Share of the statement's words that a sentence must have before a calculation with its numbers is about the same. */
const minComputed = 0.25;
/** Sentences of each passage that are looked at closely: those with most words of the statement. */
const sentencesRead = 4;
/** Sentences that follow each other and may be meant together. */
const window = 3;

type Sentence = Place & { text: string; words: StatementWord[]; share: number };

/** Judges one statement by the passages that it cites (positions in `passages`), by rules alone. */
export function judgeStatement(statement: string, cited: number[], passages: Passage[]): Judgement {
  const evidence = cited.flatMap((position) => {
    const passage = passages[position];
    return passage ? [{ position, passage, context: contextOf(passage) }] : [];
  });
  const quotes = evidence.map(({ position, passage }) => ({
    position,
    quote: findQuote(statement, passage.text),
  }));
  const whole = quotes.flatMap(({ position, quote }) =>
    quote && !quote.cut ? [{ position, span: quote }] : [],
  );
  if (whole.length > 0) return { verdict: "verified", places: whole };
  for (const { position, passage, context } of evidence) {
    const row =
      passage.html === undefined ? undefined : readTableRow(statement, passage.html, passage.text, context);
    const place = row && { position, span: row.line };
    if (row?.isTrue && place) return { verdict: row.isPlain ? "verified" : "unverified", places: [place] };
    if (place) return { verdict: "contradicted", why: "row", ...insteadOf(place, passages) };
  }
  const said = statementWords(statement);
  const sentences = evidence.flatMap(({ position, passage }) => sentencesOf(position, passage.text, said));
  for (const { position, span, text, words } of sentences) {
    if (/[?？]\W*$/u.test(text)) continue;
    const known = new Set(statementWords(contextOf(passages[position])).map(({ key }) => key));
    if (followsFrom(said, words, known)) return { verdict: "verified", places: [{ position, span }] };
  }
  const cut = quotes.find(({ quote }) => quote?.cut === "limited");
  if (cut?.quote)
    return {
      verdict: "contradicted",
      why: "quote",
      ...insteadOf({ position: cut.position, span: cut.quote.sentences }, passages),
    };
  const all = wholeEvidence(evidence);
  const ranked = sentences.toSorted((a, b) => b.share - a.share);
  // The rows of tables were read above.
  const windows = ranked
    .filter(({ position }) => passages[position]?.html === undefined)
    .slice(0, sentencesRead)
    .flatMap((nearest) => [...windowsAround(nearest, sentences)].map((each) => ({ nearest, ...each })));
  const contradicted = (nearest: Sentence, why: Contradiction): Judgement => ({
    verdict: "contradicted",
    why,
    ...(nearest.share >= minReplacement &&
      insteadOf({ position: nearest.position, span: nearest.span }, passages)),
  });
  const isCopy = said.some(({ fact }) => fact) && windows.some(({ words }) => copies(said, words));
  for (const { nearest, words, span } of windows) {
    if (isCopy || nearest.share < minComputed) continue;
    const computed = computationIn(statement, said, words, all);
    if (computed?.isFalse) return contradicted(nearest, "number");
    if (computed)
      return { verdict: "verified", places: [{ position: nearest.position, span }], computed: computed.text };
  }
  for (const { nearest, words, isSentence } of windows) {
    const isNearest = nearest === ranked[0];
    const why = contradictionIn(said, words, { evidence: all, isSentence, isNearest });
    if (why !== undefined) return contradicted(nearest, why);
  }
  if (saysForeignNumber(statement, said, evidence, all)) return { verdict: "contradicted", why: "number" };
  return { verdict: "unverified", places: placesOf(ranked, evidence) };
}

/**
 * Whether a sentence in another language than all of its evidence says a number that the evidence does not have, where it
 * has others of its kind. Their words cannot be compared; a number that follows from others is not foreign.
 */
function saysForeignNumber(
  statement: string,
  said: StatementWord[],
  evidence: { passage: Passage }[],
  { words }: WholeEvidence,
): boolean {
  const numbers = said.flatMap(({ fact }) => fact ?? []);
  if (numbers.length === 0) return false;
  const language = languageOf(statement);
  const shown = words.flatMap(({ fact }) => fact ?? []);
  return (
    language !== null &&
    evidence.every(({ passage }) => ![language, null].includes(languageOf(passage.text))) &&
    numbers.some(
      (number) =>
        !shown.some((other) => allowsNumber(number, other)) &&
        shown.some((other) => isRival(number, other)) &&
        !number.values.some((value) => isOfTwo(value, shown)),
    )
  );
}

/** Whether a value may be computed from two numbers of the evidence. */
function isOfTwo(value: number, shown: NumberFact[]): boolean {
  const all = shown.flatMap(({ values }) => values);
  const results = (a: number, b: number) => [
    ...[a + b, a - b, a * b, a / b],
    ...[(a * b) / 100, a * (1 + b / 100), a * (1 - b / 100), (100 * a) / b],
  ];
  return all.some((a, at) =>
    all.some((b, other) => at !== other && results(a, b).some((each) => Math.abs(each - value) < 0.01)),
  );
}

const languageOf = (text: string) => detectLanguage(text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);

const contextOf = (passage: Passage | undefined): string =>
  passage ? `${passage.sectionTitle}\n${fileNameWords(passage.fileName)}` : "";

function wholeEvidence(evidence: { passage: Passage; context: string }[]): WholeEvidence {
  const text = evidence.map(({ passage, context }) => `${passage.text}\n${context}`).join("\n");
  const hasTable = evidence.some(({ passage }) => passage.html !== undefined);
  return { words: statementWords(text), hasName: ({ folded }) => hasName(folded, text), hasTable };
}

function sentencesOf(position: number, text: string, said: StatementWord[]): Sentence[] {
  const content = said.filter(saysSomething);
  return evidenceSentences(text).map((span) => {
    const own = text.slice(span.start, span.end);
    const words = statementWords(own);
    const shared = content.filter((word) => words.some((other) => sameWord(word, other))).length;
    return { position, span, text: own, words, share: shared / Math.max(1, content.length) };
  });
}

/** A sentence alone, then with those beside it in its passage. */
function* windowsAround(
  nearest: Sentence,
  sentences: Sentence[],
): Generator<{ words: StatementWord[]; isSentence: boolean; span: Span }> {
  const own = sentences.filter(({ position }) => position === nearest.position);
  const index = own.indexOf(nearest);
  for (let size = 1; size <= window; size += 1)
    for (let first = Math.max(0, index - size + 1); first <= index; first += 1) {
      const read = own.slice(first, first + size);
      const [start, end] = [read[0]?.span.start, read.at(-1)?.span.end];
      if (read.length < size || start === undefined || end === undefined) continue;
      yield { words: read.flatMap(({ words }) => words), isSentence: size === 1, span: { start, end } };
    }
}

function insteadOf(place: Place, passages: Passage[]): { instead?: { text: string; place: Place } } {
  const { start, end } = place.span;
  const text = (passages[place.position]?.text ?? "").slice(start, end).replace(/\s+/g, " ").trim();
  return text.length > maxReplacement ? {} : { instead: { text, place } };
}

/** The nearest sentence of each passage that shares a word; of all that are cited, when none does. */
function placesOf(ranked: Sentence[], evidence: { position: number; passage: Passage }[]): Place[] {
  const nearest = new Map<number, Place>();
  for (const { position, span, share } of ranked)
    if (share > 0 && !nearest.has(position)) nearest.set(position, { position, span });
  const places = evidence.flatMap(({ position }) => nearest.get(position) ?? []);
  if (places.length > 0) return places;
  return evidence.map(({ position, passage }) => ({
    position,
    span: { start: 0, end: passage.text.length },
  }));
}
