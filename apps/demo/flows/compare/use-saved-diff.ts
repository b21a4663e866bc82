"use client";

import { flowDiffOptions, useDocuments } from "@headwater/react-hooks";
import type { FlowDiff } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDraftState } from "../draft/draft-context.ts";

/** What is different between two versions of the flow that is open. It waits while a side is not known. */
export function useSavedDiff(from: string | undefined, to: string): UseQueryResult<FlowDiff> {
  const { name } = useDraftState(({ saved }) => saved);
  const flow = useDocuments().flow(name);
  return useQuery({ ...flowDiffOptions(flow, { from, to }), enabled: from !== undefined });
}
