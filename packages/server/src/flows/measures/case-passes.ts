import { sharedContent } from "../../answering/verify/shared-content.ts";
import type { ExpectedAnswer } from "../flow/node-output.ts";
import { answerRelevance } from "./answer-measures.ts";
import { expectedRanks, type ReadPassage } from "./expected-ranks.ts";
import { recall } from "./retrieval-measures.ts";

/** What came of a question. `answer` is null where no node writes one. */
type Served = { question: string; passages: ReadPassage[]; answer: string | null };

/**
 * Whether a question was served as its test set expects: every expected text or source is found, and the expected words are
 * said by the answer or, where no node writes one, by a passage. Null when nothing is expected.
 */
export function casePasses(
  { question, passages, answer }: Served,
  expected: ExpectedAnswer | undefined,
): boolean | null {
  const ranks = expectedRanks(passages, expected);
  const words = expected?.answer;
  if (ranks === null && words === undefined) return null;
  if (ranks !== null && recall(ranks) < 1) return false;
  if (words === undefined) return true;
  if (answer !== null) return answerRelevance(question, answer, words) === 1;
  return passages.some(({ title, text }) => sharedContent(words, `${title} ${text}`) === 1);
}
