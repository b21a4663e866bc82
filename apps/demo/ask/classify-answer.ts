import type { Citation } from "@headwater/client";

/**
 * `answered`: text with figures. `silent`: the sources do not say; `rest` is the text after that statement.
 * `unfounded`: text without a figure.
 */
export type AnswerClass = { kind: "answered" | "silent" | "unfounded"; rest: string };

/** The phrases at the beginning of an answer that say that the sources contain none. */
const refusals =
  /^(?:the sources do not (?:say|contain an answer to this question)|the sources do not contain (?:an|the) answer)[.:,]?\s*/i;

/** Whether the sources support an answer (contract: citations may be empty when it is not grounded). */
export function classifyAnswer(answer: string, citations: readonly Citation[]): AnswerClass {
  const refused = refusals.exec(answer);
  if (refused) return { kind: "silent", rest: answer.slice(refused[0].length) };
  return { kind: citations.length > 0 ? "answered" : "unfounded", rest: answer };
}
