import { localConversationStorage } from "@headwater/react-hooks";

/** Where the browser stores the current conversation: this tab's own, or in a new tab the last one of any tab. */
export const currentConversation = localConversationStorage("headwater-conversation");

/** Where it stores the conversation that was left when a new one was started. */
export const conversationBefore = localConversationStorage("headwater-conversation-before");
