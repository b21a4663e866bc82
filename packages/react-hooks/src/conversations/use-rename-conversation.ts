"use client";
import { type Conversation, type SourcesClient, unwrap } from "@headwater/client";
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

/** The conversation and its new title. */
export type ConversationRename = { conversation_id: string; title: string };

/** The mutation of `useRenameConversation`. */
export const renameConversationOptions = (
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<Conversation, Error, ConversationRename> => ({
  mutationKey: documentsKeys.mutation(client, "rename-conversation"),
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

/**
 * Gives a conversation a title of at most 200 characters. Lists of conversations are reloaded.
 *
 * @example const rename = useRenameConversation(); rename.mutate({ conversation_id, title: "Warranty" });
 */
export const useRenameConversation = (
  options?: MutationHookOptions<Conversation, ConversationRename>,
): UseMutationResult<Conversation, Error, ConversationRename> =>
  useChange(renameConversationOptions(useDocuments().sources, useQueryClient()), options);
