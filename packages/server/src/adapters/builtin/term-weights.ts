import type { Candidate } from "./candidate-sentences.ts";
import type { Question, QuestionTerm } from "./question.ts";
import type { WordRelations } from "./word-relations.ts";

/**
 * A word in fewer sentences counts as if it were in this many, because one mention does not make a word rare. An absent
 * word stays absent.
 */
const minFrequency = 2;
const absentFrequency = 0.5;
/**
 * With fewer sentences than this, rarity counts as if there were this many: a few sentences do not show how rare a word
 * is.
 */
const minCollection = 20;

/** Weight of each term: its share times its inverse document frequency over the sentences (BM25's form). */
export function weightsOf(terms: QuestionTerm[], candidates: Candidate[]): number[] {
  const count = Math.max(minCollection, candidates.length);
  return terms.map((term) => {
    const found = candidates.filter(({ stems }) => stems.includes(term.stem)).length;
    const df = found === 0 ? absentFrequency : Math.max(minFrequency, found);
    return term.share * Math.log(1 + (count - df + 0.5) / (df + 0.5));
  });
}

/** With so many names the question says by them what it is about, and its other words may be said in other ways. */
const enoughNames = 2;

export function unheardShare({ terms, names }: Question, weight: number[], relatives: Relative[][]): number {
  const namesCount = names >= enoughNames;
  let [asked, unheard] = [0, 0];
  for (const [index, term] of terms.entries()) {
    if ((term.named && !namesCount) || term.share < 1) continue;
    asked += weight[index] ?? 0;
    if (relatives[index]?.length === 0) unheard += weight[index] ?? 0;
  }
  return asked === 0 ? 0 : unheard / asked;
}

/** `matches`: how closely each term is met. */
export function namesCovered(terms: QuestionTerm[], matches: number[]): number {
  let [named, found] = [0, 0];
  for (const [index, term] of terms.entries()) {
    if (!term.named) continue;
    named += 1;
    if ((matches[index] ?? 0) > 0) found += 1;
  }
  return named === 0 ? 1 : found / named;
}

/** A word that means (almost) the same as a term, and how closely. */
export type Relative = { word: string; likeness: number };

/** For each term, the words of the sentences and their context that mean it, closest first. */
export function relativesOf(
  terms: QuestionTerm[],
  candidates: Candidate[],
  relations: WordRelations,
): Relative[][] {
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

/** How closely a set of words means a term. */
export const likenessIn = (words: ReadonlySet<string>, relatives: Relative[]): number =>
  relatives.find(({ word }) => words.has(word))?.likeness ?? 0;
