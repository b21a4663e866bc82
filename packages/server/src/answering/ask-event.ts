import type { Answer, Citation } from "./answer.ts";

/** A piece of the answer's text. All pieces joined are the whole text. */
export type TextDelta = { type: "delta"; text: string };

/** A citation as the answer will have it, right before the piece of text that first has its number. */
export type CitationEvent = { type: "citation"; citation: Citation };

/**
 * What is being done: looking for passages, reading those that were found, writing the answer. Each stage comes once, in
 * this order. Where nothing was found, there is nothing to read.
 */
export type AskStage = "retrieving" | "reading" | "answering";
export type StageBegun = { type: "status"; stage: AskStage };

/** What asking yields: stages, pieces of the text with their citations as it grows, and the whole answer once at the end. */
export type AskEvent = StageBegun | TextDelta | CitationEvent | { type: "answer"; answer: Answer };

/** The whole answer, for callers who do not need the pieces. */
export async function wholeAnswer(events: AsyncIterable<AskEvent>): Promise<Answer> {
  for await (const event of events) if (event.type === "answer") return event.answer;
  throw new Error("Asking ended without an answer");
}
