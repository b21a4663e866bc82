import type { Answer } from "@headwater/spec";
import type { StructuredAnswer } from "../structured/ask.ts";

/** What a question is answered with while the answer is being written; `answer` comes last, and once. */
export type AnswerEvent<Output = unknown> =
  /** The next piece of the text. */
  | { type: "delta"; text: string }
  /** What `client.POST("/ask-sources")` would have answered. */
  | { type: "answer"; answer: unknown extends Output ? Answer : StructuredAnswer<Output> };
