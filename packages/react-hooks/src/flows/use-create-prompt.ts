"use client";
import { unwrap } from "@headwater/client";
import type { NewPrompt, Prompt } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";

/**
 * Adds a prompt. `{question}` and `{context}` in its text stand for the question and the passages.
 *
 * @example const creation = useCreatePrompt(); creation.mutate({ name: "Short", text: "{context} {question}" });
 */
export function useCreatePrompt(): UseMutationResult<Prompt, Error, NewPrompt> {
  const flowsRoot = useDocuments().flowsRoot();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPrompt) => unwrap(flowsRoot.POST("/prompts", { body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.prompts(flowsRoot) }),
  });
}
