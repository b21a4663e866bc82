import type { Scored } from "./score-candidates.ts";

/**
 * Terms taken from the turn before find the passage. Within it they draw the answer to the sentence that was quoted
 * already, so there only the terms count that were asked now. Which passage answers stays as it was.
 */
export function preferAskedTerms(scored: Scored[]): Scored[] {
  const best = scored
    .filter(({ candidate }) => !candidate.isTitle)
    .reduce<Scored | undefined>((one, other) => (one && one.score >= other.score ? one : other), undefined);
  if (!best || best.taken === 0) return scored;
  return scored.map((one) =>
    one.candidate.passage === best.candidate.passage
      ? { ...one, score: one.score + best.taken - one.taken }
      : one,
  );
}
