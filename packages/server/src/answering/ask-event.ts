import type { Answer } from "./answer.ts";

/** A piece of the answer's text. All pieces joined are the whole text. */
export type TextDelta = { type: "delta"; text: string };

/** What asking yields: pieces of the text as it grows, and the whole answer once at the end. */
export type AskEvent = TextDelta | { type: "answer"; answer: Answer };

/** The whole answer, for callers who do not need the pieces. */
export async function wholeAnswer(events: AsyncIterable<AskEvent>): Promise<Answer> {
  for await (const event of events) if (event.type === "answer") return event.answer;
  throw new Error("Asking ended without an answer");
}
