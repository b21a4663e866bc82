import type { AskMessage, Conversation } from "./ask-message.ts";
import type { ConversationStorage } from "./conversation-storage.ts";

/** A conversation of another version is not read. */
const version = 1;
/** Marks a tab after `clear`, so that another tab's conversation does not appear in it. */
const nothing = "";

/** How much is stored. */
export type LocalConversationStorageOptions = {
  /** Maximum number of characters to store. An origin has about five million. Default 500,000. */
  maxCharacters?: number | undefined;
};

/**
 * Stores a conversation in the browser, without citation images. When it is too long, its oldest questions are left
 * out. Unreadable data counts as no conversation. Each tab keeps its own conversation (`sessionStorage`), so tabs never
 * overwrite each other's. A new tab begins with the last conversation of any tab (`localStorage`).
 *
 * @example useAsk({ storage: localConversationStorage("support-chat") })
 */
export function localConversationStorage(
  key: string,
  { maxCharacters = 500_000 }: LocalConversationStorageOptions = {},
): ConversationStorage {
  return {
    load() {
      const own = sessionStorage.getItem(key);
      if (own !== null) return parse(own);
      const last = localStorage.getItem(key);
      const conversation = parse(last);
      // Keep it for this tab, so that it stays the same when another tab asks first.
      if (last !== null && conversation) keepInTab(key, last);
      return conversation;
    },
    save(conversation) {
      const textOf = (messages: AskMessage[]) =>
        JSON.stringify({ version, ...conversation, messages }, withoutImages);
      let { messages } = conversation;
      let text = textOf(messages);
      while (text.length > maxCharacters && messages.length > 0) {
        messages = withoutOldestQuestion(messages);
        text = textOf(messages);
      }
      if (text.length > maxCharacters) return clear(key);
      keepInTab(key, text);
      localStorage.setItem(key, text);
    },
    clear: () => clear(key),
  };
}

function keepInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // There is no room in the tab's storage. Remove the older conversation there, so that it does not come back instead
    // of this one, which `localStorage` has.
    sessionStorage.removeItem(key);
  }
}

function clear(key: string): void {
  keepInTab(key, nothing);
  localStorage.removeItem(key);
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
    // Other code wrote this value, or it was cut off. Start a new conversation.
    return undefined;
  }
}

const isMessage = (message: AskMessage): boolean =>
  typeof message.text === "string" &&
  (message.role === "user" ? !!message.settings : Array.isArray(message.citations));
