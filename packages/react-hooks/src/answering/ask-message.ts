import type { Answer, Citation, JsonSchema, ThinkingLevel } from "@headwater/client";

/** How a question is asked. */
export type AskSettings = {
  /** Answer from these sources only; an empty list means none. */
  fileIds?: readonly string[] | undefined;
  /** The service's default is `accurate`. */
  thinkingLevel?: ThinkingLevel | undefined;
  /** Fill `image_base64` of each citation: about 100 to 400 KB per citation. Default false. */
  includeCitationImages?: boolean | undefined;
  /** JSON Schema of a structured answer; with `schema`, the JSON Schema that the library does not offer. */
  outputSchema?: JsonSchema | undefined;
};

/** A question. */
export type QuestionMessage = {
  id: string;
  role: "user";
  text: string;
  /** As the question was asked; asked again, it is asked the same way. */
  settings: AskSettings;
};

/** What came, or is coming, in reply. `text` grows while `status` is `streaming`. */
export type AnswerMessage<Output = unknown> = {
  id: string;
  role: "assistant";
  /** With inline `[N]` markers; with a schema, a short status message. */
  text: string;
  /** Empty until the answer is done. */
  citations: Citation[];
  structuredOutput: Output | undefined;
  /** `stopped`: by `stop` or a newer question, or broken off; `text` is what had been written. */
  status: "streaming" | "done" | "stopped" | "error";
  /**
   * True when nobody stopped a `stopped` answer: the component or the page went away while it was written. `text` is empty
   * where the page had no time to store it, as in a crash.
   */
  brokenOff?: boolean | undefined;
  /** The service's whole answer, once done. */
  answer: Answer | undefined;
  /** Why it failed; `status` is the HTTP status, if there was one. */
  error: { message: string; status: number | undefined } | undefined;
};

export type AskMessage<Output = unknown> = QuestionMessage | AnswerMessage<Output>;

/** What is needed to go on with a conversation; plain JSON, unless a schema's transforms make it more. */
export type Conversation<Output = unknown> = {
  /** The service's id; undefined before the first answer. */
  conversationId: string | undefined;
  messages: AskMessage<Output>[];
};
