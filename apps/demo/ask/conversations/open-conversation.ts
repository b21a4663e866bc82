import type { ConversationDetail } from "@headwater/client";
import type { AskMessage, Conversation } from "@headwater/react-hooks";

/** A conversation as the service keeps it, as one that `useAsk` goes on with. Its settings are not kept by the service. */
export function openConversation({ conversation_id, turns }: ConversationDetail): Conversation {
  const messages = turns.flatMap(({ question, answer, citations }, index): AskMessage[] => [
    { id: `${conversation_id}-${index}-q`, role: "user", text: question, settings: {} },
    {
      id: `${conversation_id}-${index}-a`,
      role: "assistant",
      text: answer,
      citations,
      structuredOutput: undefined,
      status: "done",
      answer: undefined,
      error: undefined,
    },
  ]);
  return { conversationId: conversation_id, messages };
}
