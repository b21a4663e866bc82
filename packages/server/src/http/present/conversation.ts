import type {
  Conversation as WireConversation,
  ConversationDetail as WireConversationDetail,
} from "@headwater/spec";
import type { ConversationOverview, Turn } from "../../answering/conversation-store.ts";
import { presentCitation } from "./answer.ts";

export const presentConversation = (conversation: ConversationOverview): WireConversation => ({
  conversation_id: conversation.conversationId,
  title: conversation.title,
  turn_count: conversation.turnCount,
  created_at: conversation.createdAt.toISOString(),
  updated_at: conversation.updatedAt.toISOString(),
});

export const presentConversationDetail = ({
  turns,
  ...conversation
}: ConversationOverview & { turns: Turn[] }): WireConversationDetail => ({
  ...presentConversation(conversation),
  turns: turns.map(({ question, answer, citations = [], askedAt }) => ({
    question,
    answer,
    citations: citations.map(presentCitation),
    asked_at: askedAt.toISOString(),
  })),
});
