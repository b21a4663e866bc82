import { type Scored, wordsIn } from "./score-candidates.ts";

/** A longer sentence is a statement of its own. */
const maxWords = 14;
/** A sentence that says more of the question than this hardly leaves the answer to the next one. */
const maxOwn = 0.6;
/** The same when the next one is about what this one names: "But it sank." */
const maxOwnReferred = 0.8;

/**
 * The short sentence that reads on from the best one. A text names its subject once, so the sentence after the one that has
 * the question's words often says what was asked: "The fleet left Messina to reach Acre. But a storm dispersed it."
 */
export function readOn(best: Scored, scored: Scored[]): Scored[] {
  if (best.candidate.row || best.candidate.isItem) return [];
  return scored.filter(
    (one) =>
      one.candidate.position === best.candidate.position + 1 &&
      one.candidate.passage === best.candidate.passage &&
      one.candidate.innermostHeading === best.candidate.innermostHeading &&
      wordsIn(one) <= maxWords &&
      best.own < (one.candidate.refersBack ? maxOwnReferred : maxOwn),
  );
}
