import type { AskMessage, Conversation } from "./ask-message.ts";
import type { ConversationStorage } from "./conversation-storage.ts";

/** What is kept under another version is not read. */
const version = 1;

export type LocalConversationStorageOptions = {
  /** Most characters kept, of the some five million that an origin has. Default 500,000. */
  maxCharacters?: number | undefined;
};

/**
 * Keeps a conversation in the browser's `localStorage`, without citation images; when it grows too long, its oldest
 * questions are left out. What cannot be read is as if nothing were there.
 *
 * @example useAsk({ storage: localConversationStorage("support-chat") })
 */
export function localConversationStorage(
  key: string,
  { maxCharacters = 500_000 }: LocalConversationStorageOptions = {},
): ConversationStorage {
  return {
    load: () => parse(localStorage.getItem(key)),
    save(conversation) {
      const textOf = (messages: AskMessage[]) =>
        JSON.stringify({ version, ...conversation, messages }, withoutImages);
      let { messages } = conversation;
      let text = textOf(messages);
      while (text.length > maxCharacters && messages.length > 0) {
        messages = withoutOldestQuestion(messages);
        text = textOf(messages);
      }
      if (text.length > maxCharacters) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    },
    clear: () => localStorage.removeItem(key),
  };
}

const withoutImages = (key: string, value: unknown) => (key === "image_base64" ? undefined : value);

function withoutOldestQuestion(messages: AskMessage[]): AskMessage[] {
  const next = messages.findIndex(({ role }, index) => index > 0 && role === "user");
  return next < 0 ? [] : messages.slice(next);
}

function parse(text: string | null): Conversation | undefined {
  try {
    const kept = JSON.parse(text ?? "null") as (Conversation & { version: number }) | null;
    if (kept?.version !== version || !kept.messages.every(isMessage)) return undefined;
    return { conversationId: kept.conversationId, messages: kept.messages };
  } catch {
    // Written by something else, or cut short: a conversation that cannot be read is a new one.
    return undefined;
  }
}

const isMessage = (message: AskMessage): boolean =>
  typeof message.text === "string" &&
  (message.role === "user" ? !!message.settings : Array.isArray(message.citations));
