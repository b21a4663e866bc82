import { conversationNotFound } from "../../answering/errors.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import { defineRoute } from "../define-route.ts";
import { presentConversation } from "../present/conversation.ts";

export const renameConversation = defineRoute(
  "renameConversation",
  async ({ params, body, caller }, rooms) => {
    const title = body.title.trim();
    if (title === "") throw invalidInput("title is required");
    const renamed = await rooms.renameConversation(caller.projectId, params.conversation_id, title);
    if (!renamed) throw conversationNotFound();
    return presentConversation(renamed);
  },
  { failure: "Failed to rename conversation", stores: true },
);
