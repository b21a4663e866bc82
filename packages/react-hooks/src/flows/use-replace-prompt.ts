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

/** The prompt, and what it becomes. */
export type PromptChange = NewPrompt & { prompt_id: string };

/** The mutation of `useReplacePrompt`. */
export const replacePromptOptions = (
  flowsRoot: FlowClient,
  queryClient: QueryClient,
): UseMutationOptions<Prompt, Error, PromptChange> => ({
  mutationKey: documentsKeys.mutation(flowsRoot, "replace-prompt"),
  mutationFn: ({ prompt_id, ...body }: PromptChange) =>
    unwrap(flowsRoot.PUT("/prompts/{prompt_id}", { params: { path: { prompt_id } }, body })),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.prompts(flowsRoot) }),
});

/**
 * Replaces name and text of a prompt. Deployed flows that name it write by the new text, too.
 *
 * @example const replacement = useReplacePrompt(); replacement.mutate({ prompt_id, name, text });
 */
export const useReplacePrompt = (
  options?: MutationHookOptions<Prompt, PromptChange>,
): UseMutationResult<Prompt, Error, PromptChange> =>
  useChange(replacePromptOptions(useDocuments().flowsRoot(), useQueryClient()), options);
