"use client";
import type { PromptList } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { promptsOptions } from "./flow-management-options.ts";

/** Loads the prompts that LLM nodes can name. */
export const usePrompts = (): UseQueryResult<PromptList> =>
  useQuery(promptsOptions(useDocuments().flowsRoot()));
