import { stem } from "../../text/stem.ts";
import { isStopWord, termsOf, tokenise } from "../../text/terms.ts";
import { showsShape } from "./answer-shapes.ts";
import { boundAgreement } from "./bounds.ts";
import type { Candidate } from "./candidate-sentences.ts";
import type { Question, QuestionTerm } from "./question.ts";
import type { WordRelations } from "./word-relations.ts";

export type Scored = {
  candidate: Candidate;
  /** Share of the question's weight that the sentence and its context mention, 0..1. */
  coverage: number;
  /** The same for the sentence alone. */
  own: number;
  /** Score for ranking. Higher is better. */
  score: number;
  /** The same for the innermost heading alone: skills are listed under "Skills". */
  headed: number;
  /**
   * Coverage of the terms that are neither names nor numbers, which is what is asked about the names. 1 when there are
   * none.
   */
  relation: number;
  /** Whether every name and number of the question occurs in the sentence or its context. */
  namesAll: boolean;
  /** Whether it has the expected shape. True when the question expects none. Needs to read the text. */
  shaped: () => boolean;
  /** Whether it defines the thing that the question asks to define. */
  defines: boolean;
};

/** Weight of a term in the context of the sentence instead of the sentence itself. */
const besides = { referredBefore: 0.9, before: 0.55, heading: 0.7, around: 0.45 } as const;

/** Weight in the ranking of evidence other than coverage. */
const weights = {
  shape: 0.25,
  phrase: 0.15,
  bound: 0.3,
  definition: 0.25,
  passage: 0.4,
  title: -0.2,
  stub: -0.2,
} as const;

/**
 * Scores sentences against a question. Counts weighted coverage of its terms (rare terms weigh more: IDF over the
 * sentences), adjacent terms that stay adjacent, the expected shape of the answer, definitional patterns, and the rank
 * of the passage.
 */
export function scoreCandidates(
  question: Question,
  candidates: Candidate[],
  relevance: number[],
  relations: WordRelations,
): Scored[] {
  const weight = weightsOf(question.terms, candidates);
  const total = weight.reduce((sum, value) => sum + value, 0);
  if (total === 0) return [];
  const relatives = relativesOf(question.terms, candidates, relations);
  const asked = new Set(
    relatives.flatMap((words) => words.filter(({ likeness }) => likeness === 1).map(({ word }) => word)),
  );
  const best = Math.max(...relevance, Number.MIN_VALUE);
  const agreement = boundAgreement(question.text);

  return candidates.map((candidate) => {
    const words = new Set(candidate.stems);
    const own = relatives.map((meaning) => likenessIn(words, meaning));
    const matches = own.map((value, index) =>
      Math.max(value, likenessBeside(candidate, relatives[index] ?? [])),
    );
    const covered = (values: number[]) =>
      values.reduce((sum, value, index) => sum + value * (weight[index] ?? 0), 0) / total;
    const coverage = covered(matches);
    const shaped = () =>
      question.shape === null || showsShape(question.shape, newWords(candidate.text, asked));
    const defining = defines(candidate.text, question);
    const extras =
      weights.phrase * adjacency(candidate.stems, question.terms) +
      weights.bound * agreement(candidate.text) +
      (defining ? weights.definition : 0) +
      weights.passage * ((relevance[candidate.passage] ?? 0) / best) +
      (candidate.isTitle ? weights.title : 0) +
      (candidate.stems.length < 3 ? weights.stub : 0);
    return {
      candidate,
      coverage,
      own: covered(own),
      headed: covered(relatives.map((meaning) => likenessIn(candidate.innermost, meaning))),
      relation: relationCoverage(question.terms, weight, matches),
      score: (coverage + covered(own)) / 2 + extras,
      namesAll: question.terms.every((term, index) => !term.named || (matches[index] ?? 0) >= besides.around),
      shaped,
      defines: defining,
    };
  });
}

/**
 * A word in fewer sentences counts as if it were in this many, because one mention does not make a word rare. An absent
 * word stays absent.
 */
const minFrequency = 2;
/**
 * With fewer sentences than this, rarity counts as if there were this many: a few sentences do not show how rare a word
 * is.
 */
const minCollection = 20;

/** Weight of each term: its share times its inverse document frequency over the sentences (BM25's form). */
function weightsOf(terms: QuestionTerm[], candidates: Candidate[]): number[] {
  const count = Math.max(minCollection, candidates.length);
  return terms.map((term) => {
    const found = candidates.filter(({ stems }) => stems.includes(term.stem)).length;
    const df = found === 0 ? 0 : Math.max(minFrequency, found);
    return term.share * Math.log(1 + (count - df + 0.5) / (df + 0.5));
  });
}

function relationCoverage(terms: QuestionTerm[], weight: number[], matches: number[]): number {
  let total = 0;
  let covered = 0;
  for (const [index, term] of terms.entries()) {
    if (term.named || term.share < 1) continue;
    total += weight[index] ?? 0;
    covered += (weight[index] ?? 0) * (matches[index] ?? 0);
  }
  return total === 0 ? 1 : covered / total;
}

/** A word that means (almost) the same as a term, and how closely. */
type Relative = { word: string; likeness: number };

/** For each term, the words of the sentences and their context that mean it, closest first. */
function relativesOf(terms: QuestionTerm[], candidates: Candidate[], relations: WordRelations): Relative[][] {
  const vocabulary = new Set<string>();
  for (const { stems, heading } of candidates) {
    for (const word of stems) vocabulary.add(word);
    for (const word of heading) vocabulary.add(word);
  }
  return terms.map((term) => {
    const relatives: Relative[] = [];
    for (const word of vocabulary) {
      // A number or code matches only itself.
      const exact = term.named && /\d/.test(word + term.stem);
      const likeness = exact ? Number(word === term.stem) : relations.likeness(term.stem, word);
      if (likeness > 0) relatives.push({ word, likeness });
    }
    return relatives.sort((a, b) => b.likeness - a.likeness);
  });
}

const likenessIn = (words: ReadonlySet<string>, relatives: Relative[]): number =>
  relatives.find(({ word }) => words.has(word))?.likeness ?? 0;

const likenessBeside = ({ before, refersBack, heading, around }: Candidate, relatives: Relative[]): number =>
  Math.max(
    likenessIn(before, relatives) * (refersBack ? besides.referredBefore : besides.before),
    likenessIn(heading, relatives) * besides.heading,
    likenessIn(around, relatives) * besides.around,
  );

/** Share of the question's adjacent terms that are adjacent in the sentence too. */
function adjacency(stems: string[], terms: QuestionTerm[]): number {
  if (terms.length < 2) return 0;
  const adjacent = (one: string | undefined, next: string) =>
    stems.some((stem, index) => stem === next && index > 0 && stems[index - 1] === one);
  const kept = terms.slice(1).filter((term, index) => adjacent(terms[index]?.stem, term.stem)).length;
  return kept / (terms.length - 1);
}

/** The sentence without the question's own words, because they can't be its answer. */
function newWords(text: string, asked: ReadonlySet<string>): string {
  let rest = "";
  let end = 0;
  for (const token of tokenise(text)) {
    rest += text.slice(end, token.start);
    end = token.end;
    const repeats = !isStopWord(token.text) && asked.has(stem(token.text));
    rest += repeats ? " " : text.slice(token.start, token.end);
  }
  return rest + text.slice(end);
}

const copula =
  /^(.{1,120}?)(?:\s\([^)]*\))?,?\s+(?:is|are|was|were|means?|refers? to|denotes?|consists? of|describes?|represents?|stands for|(?:is|are) (?:defined|known) as)\s/i;

/** Whether it says "X is a …" or "X means …", where X is the thing to define. */
function defines(text: string, question: Question): boolean {
  // A sentence that itself ends as a question for the definition gives none.
  if (question.kind !== "definition" || /\?\W*$/.test(text)) return false;
  const defined = copula.exec(text)?.[1];
  if (defined === undefined) return false;
  const words = termsOf(defined);
  return (
    words.length <= question.subject.length + 2 && question.subject.every((term) => words.includes(term))
  );
}
