import type { Statement } from "../../answering/answerer.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";

/**
 * Below these a sentence is no answer: how much of the question it must cover with what stands around it, and how
 * much by itself. Measured on questions with and without answers, see docs/decisions/built-in-answering.md.
 */
const min = { coverage: 0.38, own: 0.2, relation: 0.3 } as const;
/** Of one or two words, neither may be missing. */
const minOfFew = 0.55;
const few = 2;
/** From here on a heading names what is asked for, and what stands under it answers. */
const minHeaded = 0.35;

const maxStatements = 3;
const maxItems = 12;
/** How near to the best a further sentence must come, by kind of question. */
const nearness = { fact: 0.95, definition: 0.85, explanation: 0.85, list: 0.8, open: 0.85 } as const;
/** Maximal marginal relevance: how much likeness to what was chosen takes away. */
const repetition = 0.5;

/**
 * The sentences that answer: the best one, and up to two more that come near it and say something else, in reading
 * order. Empty when no sentence covers the question well enough, or none shows what was asked for.
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
      // Beside a sentence that says what the thing is, those that only mention it add nothing.
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

/** A list under a heading that names it answers as a whole. */
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

/** Jaccard likeness of two sentences' words. */
function overlap(a: string[], b: string[]): number {
  const left = new Set(a);
  const right = new Set(b);
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common || 1);
}
