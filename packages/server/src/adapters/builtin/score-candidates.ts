import { showsShape } from "./answer-shapes.ts";
import { boundAgreement } from "./bounds.ts";
import { type Candidate, withoutNumber } from "./candidate-sentences.ts";
import { createHeadingMatch, minAlike } from "./heading-match.ts";
import { showsValueOf } from "./implied-terms.ts";
import type { Question, Relative } from "./question.ts";
import {
  breaksName,
  isOtherRole,
  likenessIn,
  namesCovered,
  saysNoneOfName,
  saysWholeNames,
  unheardShare,
  weightsOf,
} from "./term-weights.ts";
import type { WordReader } from "./word-reader.ts";

export type Scored = {
  candidate: Candidate;
  /** Share of the question's weight that the sentence and its context mention, 0..1. */
  coverage: number;
  /** The same for the sentence alone. */
  own: number;
  /** The part of `own` that is of terms taken from the turn before. */
  taken: number;
  /** Score for ranking. Higher is better. */
  score: number;
  /** Cosines of the question with the sentence below its heading and with its section; 0 where they were not compared. */
  cosines: { cosine: number; section: number };
  /** How far the question's words lie from those of its section, see `unsaid-words.ts`; 0 where that was not compared. */
  unsaid: number;
  /** Of an item, the same for the innermost heading alone: skills are listed under "Skills". Otherwise 0. */
  headed: number;
  /** How much the heading above it (or the question before it) says the same as the question, 0..1. */
  alike: number;
  /** Share of the names and numbers of the question that occur in the sentence or its context. 1 when there are none. */
  names: number;
  /** Whether it has the expected shape. True when the question expects none. */
  shaped: boolean;
  /** The same for the sentence alone. */
  ownNames: number;
  /** Whether a number of the question is neither in the sentence nor in its context. */
  lacksNumber: boolean;
  /**
   * Share of what is asked that no sentence says at all, by weight; of a question with one name at most, of what is asked
   * about it. 0 when only names are asked for.
   */
  unheardOf: number;
  /** Whether it is about another one than the role that the question asks for by several words. */
  breaksName: boolean;
  /** 1 where it has a bound of the question ("up to 12 m"), or a quantity of it lies within its bounds; -1 where it does not; else 0. */
  bound: -1 | 0 | 1;
  /** Whether it defines the thing that the question asks to define. */
  defines: boolean;
  /** Whether it shows the value whose kind the question names: a telephone number. */
  showsValue: boolean;
};

/** Weight of a term in the context of the sentence instead of the sentence itself. */
const besides = { askedAbove: 0.9, referredBefore: 0.9, before: 0.55, heading: 0.7, around: 0.45 } as const;

/** Weight of the evidence in the ranking. Chosen on one article, see docs/decisions/built-in-answering.md. */
const weights = {
  own: 1,
  coverage: 0.5,
  shape: 0.4,
  /** For an item of a list, times the coverage of the heading above it. */
  item: 0.6,
  bound: 0.3,
  definition: 0.25,
  value: 0.25,
  passage: 0.2,
  alike: 2,
  /** The same for a heading that is a question in other words. */
  nearlyAlike: 0.3,
  stub: -0.2,
  /** For each word, so that of two sentences the shorter one is chosen. */
  length: -0.004,
} as const;

/**
 * Scores sentences against a question. Counts weighted coverage of its terms (rare terms weigh more: IDF over the
 * sentences), the expected shape of the answer, definitional patterns, and the rank
 * of the passage. `relatives`: for each term, the words that mean it.
 */
export function scoreCandidates(
  question: Question,
  candidates: Candidate[],
  relevance: number[],
  reader: WordReader,
  relatives: Relative[][],
): Scored[] {
  const weight = weightsOf(question.terms, candidates);
  // A question of function words only ("Where are you?") can still be a heading.
  const total = weight.reduce((sum, value) => sum + value, 0) || 1;
  const takenWeight = weight.map((value, index) => (question.terms[index]?.taken ? value : 0));
  const asked = new Set(
    relatives.flatMap((words) => words.filter(({ likeness }) => likeness === 1).map(({ word }) => word)),
  );
  const unheardOf = unheardShare(question, weight, relatives);
  const best = Math.max(...relevance, Number.MIN_VALUE);
  const agreement = boundAgreement(question.text, reader);
  // "Wer ist Leiter Einkauf?" In English the last word of a role names it.
  const isHeadFirst = question.language !== "en" && question.subject.length > 0;
  const isWholeElsewhere =
    question.shape === "person" &&
    candidates.some(({ stems }) => saysWholeNames(question.terms, relatives, new Set(stems)));
  const showsValue = showsValueOf(question, reader);
  const headingMatch = createHeadingMatch(question.text, question.language);

  const scored = candidates.map((candidate): Scored => {
    const words = new Set(candidate.stems);
    const bound = agreement(candidate.text);
    const own = relatives.map((meaning, index) =>
      Math.max(
        likenessIn(words, meaning),
        // "5 to 15 years" says as much of a nine-year-old as her age would.
        bound === 1 && isNumber.test(question.terms[index]?.stem ?? "") ? 1 : 0,
        candidate.answersHeading ? besides.askedAbove * likenessIn(candidate.innermost, meaning) : 0,
      ),
    );
    const matches = own.map((value, index) =>
      Math.max(value, likenessBeside(candidate, relatives[index] ?? [])),
    );
    const inHeading = relatives.map((meaning) => likenessIn(candidate.heading, meaning));
    const covered = (values: number[], by = weight) =>
      values.reduce((sum, value, index) => sum + value * (by[index] ?? 0), 0) / total;
    const coverage = covered(matches);
    const headed = candidate.isItem
      ? covered(relatives.map((meaning) => likenessIn(candidate.innermost, meaning)))
      : 0;
    const alike = headingMatch(withoutNumber(candidate.innermostHeading));
    const defining = defines(candidate.text, question, reader);
    const shown = showsValue(candidate.text);
    const extras =
      weights.bound * bound +
      (defining ? weights.definition : 0) +
      (shown ? weights.value : 0) +
      weights.passage * ((relevance[candidate.passage] ?? 0) / best) +
      (alike >= minAlike ? weights.alike : candidate.answersHeading ? weights.nearlyAlike : 0) * alike +
      weights.length * candidate.stems.length +
      (candidate.isItem
        ? weights.item * headed
        : candidate.stems.length < 3 && !candidate.answersHeading
          ? weights.stub
          : 0);
    return {
      candidate,
      coverage,
      own: covered(own),
      taken: covered(own, takenWeight),
      headed,
      alike,
      score: weights.own * covered(own) + weights.coverage * coverage + extras,
      names: namesCovered(question.terms, matches),
      ownNames: namesCovered(question.terms, own),
      lacksNumber: question.terms.some(
        ({ named, stem }, index) => named && /\d/.test(stem) && matches[index] === 0,
      ),
      breaksName:
        question.shape === "person" &&
        (breaksName(question.terms, own, inHeading, { isWholeElsewhere, isHeadFirst }) ||
          isOtherRole(question.terms, own, inHeading, reader.words(candidate.text))),
      unheardOf,
      bound,
      cosines: { cosine: 0, section: 0 },
      unsaid: 0,
      shaped: question.shape === null,
      defines: defining,
      showsValue: shown,
    };
  });
  if (question.subject.length > 0 && !isWholeElsewhere && scored.some((one) => one.breaksName))
    for (const one of scored) one.breaksName ||= saysNoneOfName(question.terms, relatives, one.candidate);
  return withShapes(question, scored, (text) => newWords(text, asked, reader));
}

const isNumber = /^\d+$/;

/** Below this share of the best score a sentence is not chosen, whatever its shape. */
const minOfBest = 0.5;

/** Adds the shapes. Reading for them takes time, so only sentences are read whose scores come close. */
function withShapes(question: Question, scored: Scored[], newWordsOf: (text: string) => string): Scored[] {
  const { shape } = question;
  if (shape === null) return scored;
  const min = minOfBest * Math.max(0, ...scored.map(({ score }) => score)) - weights.shape;
  return scored.map((one) => {
    const shaped = one.coverage > 0 && one.score >= min && showsShape(shape, newWordsOf(one.candidate.text));
    return shaped ? { ...one, shaped, score: one.score + weights.shape } : one;
  });
}

/** Words in a sentence, by its spaces. */
export const wordsIn = ({ candidate }: Scored): number => candidate.text.split(" ").length;

const likenessBeside = ({ before, refersBack, heading, around }: Candidate, relatives: Relative[]): number =>
  Math.max(
    likenessIn(before, relatives) * (refersBack ? besides.referredBefore : besides.before),
    likenessIn(heading, relatives) * besides.heading,
    likenessIn(around, relatives) * besides.around,
  );

/** The sentence without the question's own words, because they can't be its answer. */
function newWords(text: string, asked: ReadonlySet<string>, reader: WordReader): string {
  let rest = "";
  let from = 0;
  for (const { stem, start, end } of reader.words(text)) {
    if (!asked.has(stem) || start < from) continue;
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}

const copula =
  /^(.{1,120}?)(?:\s\([^)]*\))?,?\s+(?:is|are|was|were|means?|refers? to|denotes?|consists? of|describes?|represents?|stands for|(?:is|are) (?:defined|known) as)\s/i;

/** Whether it says "X is a …" or "X means …", where X is the thing to define. */
function defines(text: string, question: Question, reader: WordReader): boolean {
  // A sentence that itself ends as a question for the definition gives none.
  if (question.kind !== "definition" || /\?\W*$/.test(text)) return false;
  const defined = copula.exec(text)?.[1];
  if (defined === undefined) return false;
  const words = reader.stems(defined);
  return (
    words.length <= question.subject.length + 2 && question.subject.every((term) => words.includes(term))
  );
}
