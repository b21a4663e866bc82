"use client";
import { unwrap } from "@headwater/client";
import type { NewPrompt, Prompt } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

export type PromptChange = NewPrompt & { prompt_id: string };

/**
 * Replaces name and text of a prompt. Deployed flows that name it write by the new text, too.
 *
 * @example const replacement = useReplacePrompt(); replacement.mutate({ prompt_id, name, text });
 */
export function useReplacePrompt(): UseMutationResult<Prompt, Error, PromptChange> {
  const flowsRoot = useDocuments().flowsRoot();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ prompt_id, ...body }: PromptChange) =>
      unwrap(flowsRoot.PUT("/prompts/{prompt_id}", { params: { path: { prompt_id } }, body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.prompts(flowsRoot) }),
  });
}
