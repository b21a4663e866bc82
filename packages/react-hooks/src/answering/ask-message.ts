import type {
  Answer,
  AnswerPlace,
  AnswerStatus,
  Citation,
  JsonSchema,
  ThinkingLevel,
} from "@headwater/client";

/** How a question was asked. */
export type AskSettings = {
  /** Answer from these sources only. An empty list means no sources. Left out: all. */
  fileIds?: readonly string[] | undefined;
  /** Default: the service's, which is `accurate`. */
  thinkingLevel?: ThinkingLevel | undefined;
  /** Fill `image_base64` of each citation, which adds about 100 to 400 KB per citation. Default false. */
  includeCitationImages?: boolean | undefined;
  /** JSON Schema of a structured answer. With `schema`, give it when the library offers no JSON Schema. */
  outputSchema?: JsonSchema | undefined;
};

/** A question. */
export type QuestionMessage = {
  id: string;
  role: "user";
  text: string;
  /** The settings of the question. Asking it again uses them again. */
  settings: AskSettings;
  /** When it was asked, in milliseconds of `Date.now()`. Messages that were stored before version 0.2 have none. */
  createdAt?: number | undefined;
};

/** The answer to a question. `text` grows while `status` is `streaming`. */
export type AnswerMessage<Output = unknown> = {
  id: string;
  role: "assistant";
  /** Has inline `[N]` markers. With a schema it is a short status message. */
  text: string;
  /** While the answer is written: those of the text so far. A service that does not stream sends them with the answer. */
  citations: Citation[];
  structuredOutput: Output | undefined;
  /** `stopped`: ended by `stop` or a newer question, or broken off. `text` is what had been written. */
  status: "streaming" | "done" | "stopped" | "error";
  /**
   * True when a `stopped` answer broke off by itself: its component or the page went away while it was written. `text` is
   * empty when the page had no time to store it, as in a crash.
   */
  brokenOff?: boolean | undefined;
  /** What the service is doing, while `status` is `streaming` and if it says so. More stages may be added. */
  stage?: AnswerStatus["stage"] | undefined;
  /** The whole answer of the service, when done. */
  answer: Answer | undefined;
  /** Why it failed. `status` is the HTTP status, if there was one. */
  error: { message: string; status: number | undefined } | undefined;
  /** When it was requested, in milliseconds of `Date.now()`. Messages that were stored before version 0.2 have none. */
  createdAt?: number | undefined;
  /** When it was done, stopped or failed. Undefined while it is written. */
  endedAt?: number | undefined;
  /** Where the answer can be resumed after a reload, while `status` is `streaming` and if the service can. */
  resume?: AnswerPlace | undefined;
};

/** A message of a conversation: a question or an answer. */
export type AskMessage<Output = unknown> = QuestionMessage | AnswerMessage<Output>;

/**
 * Everything that is needed to continue a conversation. It is plain JSON, unless the transforms of a schema add other
 * values.
 */
export type Conversation<Output = unknown> = {
  /** The id at the service. Undefined before the first answer. */
  conversationId: string | undefined;
  messages: AskMessage<Output>[];
};
