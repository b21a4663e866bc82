"use client";
import { unwrap } from "@headwater/client";
import type { DeletedPrompt } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Deletes a prompt.
 *
 * @example const deletion = useDeletePrompt(); deletion.mutate({ prompt_id });
 */
export function useDeletePrompt(): UseMutationResult<DeletedPrompt, Error, { prompt_id: string }> {
  const flowsRoot = useDocuments().flowsRoot();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ prompt_id }: { prompt_id: string }) =>
      unwrap(flowsRoot.DELETE("/prompts/{prompt_id}", { params: { path: { prompt_id } } })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.prompts(flowsRoot) }),
  });
}
