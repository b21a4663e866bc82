import type { Answer, AnswerEvent, AnswerPlace, AnswerStatus, Citation } from "@headwater/client";
import type { AnswerMessage, QuestionMessage } from "./ask-message.ts";
import type { ConversationStorage } from "./conversation-storage.ts";
import type { AskOptions } from "./question-settings.ts";

/** How a conversation asks and is kept, and what is called meanwhile. */
export type ConversationOptions<Output = unknown> = AskOptions & {
  /** Minimum time in milliseconds between two changes while an answer is written. Default 50. */
  throttleMs?: number | undefined;
  /** Stores the conversation beyond the life of the page, such as `localConversationStorage(key)`. */
  storage?: ConversationStorage | undefined;
  /**
   * Called with each answer that is done. If it or `onError` throws, the error goes to the console, and the
   * conversation continues.
   */
  onAnswer?: ((answer: Answer, message: AnswerMessage<Output>) => void) | undefined;
  /** Called when a question failed, and when the storage failed. */
  onError?: ((error: Error) => void) | undefined;
};

/** What a service sends while it answers, besides the text. */
export type AnswerNews = {
  onStatus: (status: AnswerStatus) => void;
  /** Called before the text that first refers to the citation. */
  onCitation: (citation: Citation) => void;
  /** Called after each event, with the place where the stream can be resumed. */
  onPlace: (place: AnswerPlace) => void;
};

/** What a conversation needs from its surroundings. */
export type ConversationDependencies<Output = unknown> = {
  /** Asks the service. An abort only hangs up. */
  answer: (
    question: QuestionMessage,
    conversationId: string | undefined,
    signal: AbortSignal,
    news: AnswerNews,
  ) => AsyncIterable<AnswerEvent>;
  /** Continues to read an answer after the place. */
  resume?: (
    question: QuestionMessage | undefined,
    place: AnswerPlace,
    signal: AbortSignal,
    news: AnswerNews,
  ) => AsyncIterable<AnswerEvent>;
  /** Ends an answer at the service. It is not awaited. */
  stopAtService?: (answerId: string) => void;
  /** Returns the current options. It is called each time they are needed. */
  options: () => ConversationOptions<Output>;
  /** Returns an id that no other message of the conversation has. */
  newId?: () => string;
  /** Milliseconds of the clock. Default `Date.now`. */
  now?: () => number;
};
