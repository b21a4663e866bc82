import type { Answer } from "@headwater/spec";
import type { StructuredAnswer } from "../structured/ask.ts";

/** One event of an answer while the service writes it. `answer` is the last event and comes once. */
export type AnswerEvent<Output = unknown> =
  /** The next piece of the text. */
  | { type: "delta"; text: string }
  /** The same value that `client.POST("/ask-sources")` returns. */
  | { type: "answer"; answer: unknown extends Output ? Answer : StructuredAnswer<Output> };
