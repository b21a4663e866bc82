"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { NewPrompt, Prompt } from "@headwater/spec";
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

/** The mutation of `useCreatePrompt`. */
export const createPromptOptions = (
  flowsRoot: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<Prompt, Error, NewPrompt> => ({
  mutationKey: documentsKeys.mutation(flowsRoot, "create-prompt"),
  mutationFn: (body: NewPrompt) => unwrap(flowsRoot.POST("/prompts", { body })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.prompts(flowsRoot) }),
});

/**
 * Adds a prompt. `{question}` and `{context}` in its text stand for the question and the passages.
 *
 * @example const creation = useCreatePrompt(); creation.mutate({ name: "Short", text: "{context} {question}" });
 */
export const useCreatePrompt = (
  options?: MutationHookOptions<Prompt, NewPrompt>,
): UseMutationResult<Prompt, Error, NewPrompt> =>
  useChange(createPromptOptions(useDocuments().flowsRoot(), useQueryClient()), options);
