import type { Answer } from "./answer.ts";

/** A piece of the answer's text; all of them joined are the text. */
export type TextDelta = { type: "delta"; text: string };

/** What asking yields: the text as it grows, then the whole answer, once and last. */
export type AskEvent = TextDelta | { type: "answer"; answer: Answer };

/** The whole answer, for whoever has no use for its pieces. */
export async function wholeAnswer(events: AsyncIterable<AskEvent>): Promise<Answer> {
  for await (const event of events) if (event.type === "answer") return event.answer;
  throw new Error("Asking ended without an answer");
}
