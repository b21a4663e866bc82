import { conversationNotFound } from "../../answering/errors.ts";
import { defineRoute } from "../define-route.ts";

export const deleteConversation = defineRoute(
  "deleteConversation",
  async ({ params, caller }, rooms) => {
    const { conversation_id } = params;
    if (!(await rooms.deleteConversation(caller.projectId, conversation_id))) throw conversationNotFound();
    return { conversation_id, message: "Conversation deleted successfully" };
  },
  { failure: "Failed to delete conversation" },
);
