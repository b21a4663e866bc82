import { conversationNotFound } from "../../answering/errors.ts";
import { defineRoute } from "../define-route.ts";
import { presentConversationDetail } from "../present/conversation.ts";

export const getConversation = defineRoute(
  "getConversation",
  async ({ params, caller }, { findConversation }) => {
    const conversation = await findConversation(caller.projectId, params.conversation_id);
    if (!conversation) throw conversationNotFound();
    return presentConversationDetail(conversation);
  },
  { elsewhere: "always", failure: "Failed to retrieve conversation" },
);
