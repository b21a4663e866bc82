import type { Statement } from "../../answering/answerer.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";

/**
 * Minimum coverage for an answer: the share of the question covered by the sentence with its context, and by the
 * sentence alone. Measured on questions with and without answers, see docs/decisions/built-in-answering.md.
 */
const min = { coverage: 0.38, own: 0.2, relation: 0.3 } as const;
/** A question with one or two terms needs all of them. */
const minOfFew = 0.55;
const few = 2;
/** With at least this coverage a heading names the thing asked for, and the text below it answers. */
const minHeaded = 0.35;

const maxStatements = 3;
const maxItems = 12;
/** How close to the best score a further sentence must be, by kind of question. */
const nearness = { fact: 0.95, definition: 0.85, explanation: 0.85, list: 0.8, open: 0.85 } as const;
/** Maximal marginal relevance: how much similarity to the chosen sentences reduces a score. */
const repetition = 0.5;

/**
 * Chooses the sentences that answer: the best one, and up to two more with a close score that say something else, in
 * reading order. Empty when no sentence covers the question well enough, or when none has the expected shape.
 */
export function chooseStatements(question: Question, scored: Scored[]): Statement[] {
  const full = question.terms.filter(({ share }) => share === 1).length;
  const coverage = full <= few ? minOfFew : min.coverage;
  const able = scored.filter(
    (one) =>
      one.coverage >= coverage &&
      (one.own >= min.own || one.headed >= minHeaded) &&
      one.relation >= min.relation &&
      one.namesAll &&
      saysMore(one.candidate.stems, question) &&
      one.shaped(),
  );
  const ranked = able.sort((a, b) => b.score - a.score || a.candidate.position - b.candidate.position);
  const [best] = ranked;
  if (!best) return [];
  if (best.candidate.isItem && best.headed >= minHeaded) return itemsBeside(best, able);
  const chosen = [best];
  const rest = new Set(
    ranked
      .slice(1)
      .filter(({ score }) => score >= best.score * nearness[question.kind])
      // When a sentence defines the thing, sentences that only mention it add nothing.
      .filter((one) => one.defines || !best.defines),
  );
  while (chosen.length < maxStatements && rest.size > 0) {
    const next = [...rest].reduce((a, b) => (marginal(b, chosen) > marginal(a, chosen) ? b : a));
    rest.delete(next);
    if (marginal(next, chosen) >= best.score * nearness[question.kind] - repetition * 0.5) chosen.push(next);
  }
  return chosen
    .sort((a, b) => Number(b === best) - Number(a === best) || a.candidate.position - b.candidate.position)
    .map(({ candidate }) => ({ text: candidate.text, passages: [candidate.passage] }));
}

/** When a heading names a list, the whole list is the answer. */
const itemsBeside = (best: Scored, able: Scored[]): Statement[] =>
  able
    .filter(({ candidate }) => candidate.isItem && candidate.section === best.candidate.section)
    .sort((a, b) => a.candidate.position - b.candidate.position)
    .slice(0, maxItems)
    .map(({ candidate }) => ({ text: candidate.text, passages: [candidate.passage] }));

/** A sentence that only repeats the question answers nothing. */
const saysMore = (stems: string[], question: Question): boolean => {
  const asked = new Set(question.terms.map((term) => term.stem));
  return stems.some((word) => !asked.has(word));
};

const marginal = (scored: Scored, chosen: Scored[]): number =>
  scored.score -
  repetition * Math.max(...chosen.map((other) => overlap(scored.candidate.stems, other.candidate.stems)));

/** Jaccard similarity of the words of two sentences. */
function overlap(a: string[], b: string[]): number {
  const left = new Set(a);
  const right = new Set(b);
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common || 1);
}
