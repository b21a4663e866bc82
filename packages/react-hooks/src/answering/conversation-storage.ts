import type { Conversation } from "./ask-message.ts";

/**
 * Stores a conversation beyond the life of the page. When a function throws, `onError` is called, and the conversation
 * continues.
 */
export type ConversationStorage = {
  /**
   * Called once, when the component appears. Its result is not used when something has replaced the conversation
   * meanwhile.
   */
  load: () => Conversation | undefined | Promise<Conversation | undefined>;
  /** Called when a question is asked and when its answer ends. Two calls never overlap. */
  save: (conversation: Conversation) => void | Promise<void>;
  /** Called by `reset`. */
  clear: () => void | Promise<void>;
};
