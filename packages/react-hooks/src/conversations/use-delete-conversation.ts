"use client";
import { type SourcesClient, unwrap } from "@headwater/client";
import type { DeletedConversation } from "@headwater/spec";
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";

/** The mutation of `useDeleteConversation`. */
export const deleteConversationOptions = (
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<DeletedConversation, Error, { conversation_id: string }> => ({
  mutationKey: documentsKeys.mutation(client, "delete-conversation"),
  mutationFn: ({ conversation_id }: { conversation_id: string }) =>
    unwrap(client.DELETE("/conversations/{conversation_id}", { params: { path: { conversation_id } } })),
  onSuccess(_deleted, { conversation_id }) {
    queryClient.removeQueries({ queryKey: documentsKeys.conversation(client, conversation_id) });
    void queryClient.invalidateQueries({ queryKey: documentsKeys.conversations(client) });
  },
});

/**
 * Deletes a conversation with its questions and answers. This cannot be undone. Lists of conversations are reloaded.
 *
 * @example const deletion = useDeleteConversation(); deletion.mutate({ conversation_id });
 */
export const useDeleteConversation = (
  options?: MutationHookOptions<DeletedConversation, { conversation_id: string }>,
): UseMutationResult<DeletedConversation, Error, { conversation_id: string }> =>
  useChange(deleteConversationOptions(useDocuments().sources, useQueryClient()), options);
