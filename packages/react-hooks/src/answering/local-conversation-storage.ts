import type { AskMessage, Conversation } from "./ask-message.ts";
import type { ConversationStorage } from "./conversation-storage.ts";

/** What is kept under another version is not read. */
const version = 1;
/** What a tab has of its own after `clear`: another tab's conversation is not to come in its place. */
const nothing = "";

export type LocalConversationStorageOptions = {
  /** Most characters kept, of the some five million that an origin has. Default 500,000. */
  maxCharacters?: number | undefined;
};

/**
 * Keeps a conversation in the browser, without citation images; when it grows too long, its oldest questions are left out.
 * What cannot be read is as if nothing were there. Each tab goes on with its own (`sessionStorage`), so that tabs never
 * overwrite each other's; a new tab begins with the last one of any tab (`localStorage`).
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
      // This tab's from now on, also when another tab asks first.
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
    // No room: an older one must not come back in place of this, which `localStorage` has.
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
    // Written by something else, or cut short: a conversation that cannot be read is a new one.
    return undefined;
  }
}

const isMessage = (message: AskMessage): boolean =>
  typeof message.text === "string" &&
  (message.role === "user" ? !!message.settings : Array.isArray(message.citations));
