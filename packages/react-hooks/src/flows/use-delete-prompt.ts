"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { DeletedPrompt } from "@headwater/spec";
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

/** The mutation of `useDeletePrompt`. */
export const deletePromptOptions = (
  flowsRoot: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<DeletedPrompt, Error, { prompt_id: string }> => ({
  mutationKey: documentsKeys.mutation(flowsRoot, "delete-prompt"),
  mutationFn: ({ prompt_id }: { prompt_id: string }) =>
    unwrap(flowsRoot.DELETE("/prompts/{prompt_id}", { params: { path: { prompt_id } } })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.prompts(flowsRoot) }),
});

/**
 * Deletes a prompt.
 *
 * @example const deletion = useDeletePrompt(); deletion.mutate({ prompt_id });
 */
export const useDeletePrompt = (
  options?: MutationHookOptions<DeletedPrompt, { prompt_id: string }>,
): UseMutationResult<DeletedPrompt, Error, { prompt_id: string }> =>
  useChange(deletePromptOptions(useDocuments().flowsRoot(), useQueryClient()), options);
