import { disagreementOf } from "./contradicts.ts";
import { minAlike } from "./heading-match.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";

/**
 * A sentence that covers this share of the question's terms is on topic. More coverage makes it no surer: questions that the sources
 * only seem to answer repeat their words even more than others do.
 */
const enough = 0.3;
/** A question with one or two terms needs more of them. */
const enoughOfFew = 0.6;
const few = 2;

/** The factors of what speaks against an answer. Chosen on one article, see docs/decisions/built-in-answering.md. */
const factors = {
  missingName: 0.7,
  missingNumber: 0.6,
  negation: 0.85,
  disagreement: 0.7,
  shape: 0.7,
  amount: 0.45,
  unheardOf: 0.38,
} as const;

/** How sure it is that a sentence answers the question, 0..1. */
export function confidenceOf(question: Question, scored: Scored): number {
  if (scored.alike >= minAlike) return 1;
  const full = question.terms.filter(({ share }) => share === 1).length;
  // Of a long question half may be unheard of: it says the same in other words.
  const unheardOf = full <= few ? scored.unheardOf : Math.max(0, 2 * scored.unheardOf - 1);
  const coverage = (scored.coverage + scored.own) / 2;
  const { negation, others } = disagreementOf(question.text, scored.candidate.text);
  return (
    Math.min(1, coverage / (full <= few ? enoughOfFew : enough)) *
    (1 - (1 - factors.missingName) * (1 - scored.names)) *
    (1 - (1 - factors.missingName) * (1 - scored.ownNames)) *
    (scored.lacksNumber ? factors.missingNumber : 1) *
    (negation ? factors.negation : 1) *
    Math.max(0, 1 - (1 - factors.disagreement) * others) *
    (scored.shaped ? 1 : isAmount(question) ? factors.amount : factors.shape) *
    (1 - (1 - factors.unheardOf) * unheardOf)
  );
}

/** A question for an amount is never answered by a sentence without one. */
const isAmount = ({ shape }: Question): boolean =>
  shape === "number" || shape === "count" || shape === "money" || shape === "percentage";
