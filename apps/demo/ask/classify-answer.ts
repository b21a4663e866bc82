import type { Citation } from "@headwater/client";

/**
 * `answered`: text with figures. `silent`: the sources do not say. `unproven`: nothing of an answer could be verified.
 * `needs-model`: it would have to be worked out, which takes a language model. `unfounded`: text without a figure.
 * `rest` is the text after the statement that says so.
 */
export type AnswerClass = {
  kind: "answered" | "silent" | "unproven" | "needs-model" | "unfounded";
  rest: string;
};

/** The phrases at the beginning of an answer that say why there is none. The first one that fits counts. */
const refusals: readonly [kind: AnswerClass["kind"], phrase: RegExp][] = [
  // This text goes on to say what helps, so all of it stays.
  ["needs-model", /^(?=the sources do not say this in so many words\b)/i],
  ["unproven", /^(?=the sources were read, but no statement\b)/i],
  [
    "silent",
    /^(?:the sources do not (?:say|contain an answer to this question)|the sources do not contain (?:an|the) answer)(?![\w ])[.:,]?\s*/i,
  ],
];

/** Whether the sources support an answer (contract: citations may be empty when it is not grounded). */
export function classifyAnswer(answer: string, citations: readonly Citation[]): AnswerClass {
  for (const [kind, phrase] of refusals) {
    const refused = phrase.exec(answer);
    if (refused) return { kind, rest: answer.slice(refused[0].length) };
  }
  return { kind: citations.length > 0 ? "answered" : "unfounded", rest: answer };
}
