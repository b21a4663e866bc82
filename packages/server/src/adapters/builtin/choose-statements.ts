import type { Statement } from "../../answering/answerer.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";

/**
 * Below these a sentence is no answer: how much of the question it must cover with what stands around it, and how
 * much by itself. Measured on questions with and without answers, see docs/decisions/built-in-answering.md.
 */
export const thresholds = { coverage: 0.38, own: 0.2, relation: 0.3 } as const;

const mostStatements = 3;
/** How near to the best a further sentence must come, by kind of question. */
const nearness = { fact: 0.95, definition: 0.85, explanation: 0.85, list: 0.8, open: 0.85 } as const;
/** Maximal marginal relevance: how much likeness to what was chosen takes away. */
const repetition = 0.5;

/**
 * The sentences that answer: the best one, and up to two more that come near it and say something else, in reading
 * order. Empty when no sentence covers the question well enough, or none shows what was asked for.
 */
export function chooseStatements(question: Question, scored: Scored[]): Statement[] {
  const able = scored.filter(
    ({ coverage, own, relation, namesAll, shaped, candidate }) =>
      coverage >= thresholds.coverage &&
      own >= thresholds.own &&
      relation >= thresholds.relation &&
      namesAll &&
      shaped &&
      saysMore(candidate.stems, question),
  );
  const ranked = able.sort((a, b) => b.score - a.score || a.candidate.position - b.candidate.position);
  const [best] = ranked;
  if (!best) return [];
  const chosen = [best];
  const rest = new Set(ranked.slice(1).filter(({ score }) => score >= best.score * nearness[question.kind]));
  while (chosen.length < mostStatements && rest.size > 0) {
    const next = [...rest].reduce((a, b) => (marginal(b, chosen) > marginal(a, chosen) ? b : a));
    rest.delete(next);
    if (marginal(next, chosen) >= best.score * nearness[question.kind] - repetition * 0.5) chosen.push(next);
  }
  return chosen
    .sort((a, b) => Number(b === best) - Number(a === best) || a.candidate.position - b.candidate.position)
    .map(({ candidate }) => ({ text: candidate.text, passages: [candidate.passage] }));
}

/** A sentence that only repeats the question answers nothing. */
const saysMore = (stems: string[], question: Question): boolean => {
  const asked = new Set(question.terms.map((term) => term.stem));
  return stems.some((word) => !asked.has(word));
};

const marginal = (scored: Scored, chosen: Scored[]): number =>
  scored.score -
  repetition * Math.max(...chosen.map((other) => overlap(scored.candidate.stems, other.candidate.stems)));

/** Jaccard likeness of two sentences' words. */
function overlap(a: string[], b: string[]): number {
  const left = new Set(a);
  const right = new Set(b);
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common || 1);
}
