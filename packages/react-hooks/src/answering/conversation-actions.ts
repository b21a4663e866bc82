import type { AskMessage, Conversation } from "./ask-message.ts";
import type { AskOptions } from "./question-settings.ts";

/** What can be done with a conversation. */
export type ConversationActions<Output = unknown> = {
  /**
   * Asks a question. An answer that is still being written is stopped. Resolves when the answer has ended in any way:
   * `status` and `error` have the result. A question that is only white space is not asked. `options` are those of
   * this question alone.
   *
   * @throws {FileIdsPendingError} (rejects) when `fileIds` is given and undefined. A running answer then continues.
   */
  ask: (question: string, options?: AskOptions) => Promise<void>;
  /** Ends the answer that is being written, here and at the service, and keeps its text so far. */
  stop: () => void;
  /** Forgets `error`: `status` is `ready` again. The message of the answer that failed stays, with its reason. */
  clearError: () => void;
  /** Starts a new, empty conversation. Clears `storage` too. */
  reset: () => void;
  /**
   * Opens another conversation instead of this one, for example one that was stored elsewhere. Replaces it in `storage`
   * too.
   */
  open: (conversation: Conversation<Output>) => void;
  /**
   * Asks the last question again, or the question of the given message. Its answer and all later messages are replaced.
   *
   * @throws {RangeError} (rejects) when there is no such question, and {FileIdsPendingError} as `ask`. A running answer
   *   then continues.
   */
  regenerate: (messageId?: string, options?: AskOptions) => Promise<void>;
  /**
   * Changes the messages on the page. What the service remembers under `conversationId` stays; use `reset` to leave
   * that behind.
   */
  setMessages: (
    messages: AskMessage<Output>[] | ((messages: AskMessage<Output>[]) => AskMessage<Output>[]),
  ) => void;
};
