import { localConversationStorage } from "@headwater/react-hooks";

/** Where the browser has the conversation under way: this tab's, or in a new tab the last one of any tab. */
export const currentConversation = localConversationStorage("headwater-conversation");

/** The one that was left when a new one was started. */
export const conversationBefore = localConversationStorage("headwater-conversation-before");
