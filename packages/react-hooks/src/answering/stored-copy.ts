import type { Conversation } from "./ask-message.ts";
import type { ConversationStorage } from "./conversation-storage.ts";

/** The copy of a conversation in its storage, if it has one. Two writes never overlap. */
export function createStoredCopy(
  storage: () => ConversationStorage | undefined,
  onError: (error: Error) => void,
) {
  let isTouched = false;
  let isRequested = false;
  let writing = Promise.resolve();
  function write(into: (storage: ConversationStorage) => void | Promise<void>): void {
    isTouched = true;
    const current = storage();
    if (current) writing = writing.then(() => into(current)).catch(onError);
  }
  return {
    save: (conversation: Conversation) => write((to) => to.save(conversation)),
    clear: () => write((to) => to.clear()),
    /** Loads it, the first time. `isTouched`: it was written meanwhile, so what was loaded is old. */
    async load(): Promise<{ stored: Conversation | undefined; isTouched: boolean } | undefined> {
      if (isRequested) return;
      isRequested = true;
      const stored = await storage()?.load();
      return { stored, isTouched };
    },
  };
}
