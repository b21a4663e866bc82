"use client";
import { unwrap } from "@headwater/client";
import type { DeletedConversation } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Deletes a conversation with its questions and answers. This cannot be undone. Lists of conversations are reloaded.
 *
 * @example const deletion = useDeleteConversation(); deletion.mutate({ conversation_id });
 */
export function useDeleteConversation(): UseMutationResult<
  DeletedConversation,
  Error,
  { conversation_id: string }
> {
  const client = useDocuments().sources;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ conversation_id }: { conversation_id: string }) =>
      unwrap(client.DELETE("/conversations/{conversation_id}", { params: { path: { conversation_id } } })),
    onSuccess(_deleted, { conversation_id }) {
      queryClient.removeQueries({ queryKey: documentsKeys.conversation(client, conversation_id) });
      void queryClient.invalidateQueries({ queryKey: documentsKeys.conversations(client) });
    },
  });
}
