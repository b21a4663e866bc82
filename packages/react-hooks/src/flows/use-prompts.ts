"use client";
import type { PromptList } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { promptsOptions } from "./flow-management-options.ts";

/** Loads the prompts that LLM nodes can name. */
export const usePrompts: QueryHook<[], PromptList> = (options?: object) =>
  useLoaded(promptsOptions(useDocuments().flowsRoot()), options);

/** `usePrompts` in the form that suspends. */
export const useSuspensePrompts: SuspenseHook<[], PromptList> = (options?: object) =>
  useLoadedSuspending(promptsOptions(useDocuments().flowsRoot()), options);
