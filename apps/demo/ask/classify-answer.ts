import type { Citation } from "@headwater/client";

/**
 * `answered`: words with figures. `silent`: the sources do not say, in bold, and `rest` is what is said beside it.
 * `unfounded`: words without a single figure.
 */
export type AnswerClass = { kind: "answered" | "silent" | "unfounded"; rest: string };

/** The ways a service says that the sources hold no answer, at the beginning of its answer. */
const refusals =
  /^(?:the sources do not (?:say|contain an answer to this question)|the sources do not contain (?:an|the) answer)[.:,]?\s*/i;

/** Whether an answer stands on the sources (contract: citations may be empty when it is not grounded). */
export function classifyAnswer(answer: string, citations: readonly Citation[]): AnswerClass {
  const refused = refusals.exec(answer);
  if (refused) return { kind: "silent", rest: answer.slice(refused[0].length) };
  return { kind: citations.length > 0 ? "answered" : "unfounded", rest: answer };
}
