"use client";
import { type Conversation, unwrap } from "@headwater/client";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

export type ConversationRename = { conversation_id: string; title: string };

/**
 * Gives a conversation a title of at most 200 characters. Lists of conversations are reloaded.
 *
 * @example const rename = useRenameConversation(); rename.mutate({ conversation_id, title: "Warranty" });
 */
export function useRenameConversation(): UseMutationResult<Conversation, Error, ConversationRename> {
  const client = useDocuments().sources;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ conversation_id, title }: ConversationRename) =>
      unwrap(
        client.PATCH("/conversations/{conversation_id}", {
          params: { path: { conversation_id } },
          body: { title },
        }),
      ),
    onSuccess(_renamed, { conversation_id }) {
      void queryClient.invalidateQueries({ queryKey: documentsKeys.conversations(client) });
      void queryClient.invalidateQueries({ queryKey: documentsKeys.conversation(client, conversation_id) });
    },
  });
}
