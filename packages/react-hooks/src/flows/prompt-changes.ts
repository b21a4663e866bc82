"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { NewPrompt } from "@headwater/spec";
import type { QueryClient } from "@tanstack/react-query";
import { changeHook, defineChange } from "../query/define-change.ts";
import { ofFlowsRoot } from "../query/define-query.ts";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";

const reloadPrompts = (queryClient: QueryClient, flowsRoot: FlowClient): void =>
  reloadSoon(queryClient, { queryKey: documentsKeys.prompts(flowsRoot) });

/** The mutation of `useCreatePrompt`. */
export const createPromptOptions = /* @__PURE__ */ defineChange("create-prompt", {
  send: (flowsRoot: FlowClient, body: NewPrompt) => unwrap(flowsRoot.POST("/prompts", { body })),
  done: reloadPrompts,
});

/**
 * Adds a prompt. `{question}` and `{context}` in its text stand for the question and the passages.
 *
 * @example const creation = useCreatePrompt(); creation.mutate({ name: "Short", text: "{context} {question}" });
 */
export const useCreatePrompt = /* @__PURE__ */ changeHook(ofFlowsRoot, createPromptOptions);

/** The prompt, and what it becomes. */
export type PromptChange = NewPrompt & { prompt_id: string };

/** The mutation of `useReplacePrompt`. */
export const replacePromptOptions = /* @__PURE__ */ defineChange("replace-prompt", {
  send: (flowsRoot: FlowClient, { prompt_id, ...body }: PromptChange) =>
    unwrap(flowsRoot.PUT("/prompts/{prompt_id}", { params: { path: { prompt_id } }, body })),
  done: reloadPrompts,
});

/**
 * Replaces name and text of a prompt. Deployed flows that name it write by the new text, too.
 *
 * @example const replacement = useReplacePrompt(); replacement.mutate({ prompt_id, name, text });
 */
export const useReplacePrompt = /* @__PURE__ */ changeHook(ofFlowsRoot, replacePromptOptions);

/** The mutation of `useDeletePrompt`. */
export const deletePromptOptions = /* @__PURE__ */ defineChange("delete-prompt", {
  send: (flowsRoot: FlowClient, { prompt_id }: { prompt_id: string }) =>
    unwrap(flowsRoot.DELETE("/prompts/{prompt_id}", { params: { path: { prompt_id } } })),
  done: reloadPrompts,
});

/**
 * Deletes a prompt.
 *
 * @example const deletion = useDeletePrompt(); deletion.mutate({ prompt_id });
 */
export const useDeletePrompt = /* @__PURE__ */ changeHook(ofFlowsRoot, deletePromptOptions);
