/** Where `localStorage` has the conversation, and the one before it. */
export const conversationKeys = {
  current: "headwater-conversation",
  before: "headwater-conversation-before",
} as const;

/** Whether a conversation with a message in it is kept; false where the browser keeps nothing. */
export function hasConversation(key: string): boolean {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as { messages?: unknown[] } | null;
    return (kept?.messages?.length ?? 0) > 0;
  } catch {
    return false;
  }
}
