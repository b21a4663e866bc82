import type { Conversation } from "./ask-message.ts";

/** Where a conversation outlives the page. What its functions throw is told to `onError`, and the conversation goes on. */
export type ConversationStorage = {
  /** Called once, when the component appears; not used when something has been asked meanwhile. */
  load(): Conversation | undefined | Promise<Conversation | undefined>;
  /** Called when a question is asked and when its answer ends; never twice at a time. */
  save(conversation: Conversation): void | Promise<void>;
  /** Called by `reset`. */
  clear(): void | Promise<void>;
};
