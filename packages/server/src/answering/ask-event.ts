import type { Answer, Citation } from "./answer.ts";

/** A piece of the answer's text. All pieces joined are the whole text. */
export type TextDelta = { type: "delta"; text: string };

/** A citation as the answer will have it, right before the piece of text that first has its number. */
export type CitationEvent = { type: "citation"; citation: Citation };

/** What asking yields: pieces of the text with their citations as it grows, and the whole answer once at the end. */
export type AskEvent = TextDelta | CitationEvent | { type: "answer"; answer: Answer };

/** The whole answer, for callers who do not need the pieces. */
export async function wholeAnswer(events: AsyncIterable<AskEvent>): Promise<Answer> {
  for await (const event of events) if (event.type === "answer") return event.answer;
  throw new Error("Asking ended without an answer");
}
