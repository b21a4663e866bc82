"use client";
import { unwrap } from "@headwater/client";
import type { FlowDetail, NewFlow } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { reloadFlows } from "./reload-flow.ts";

/**
 * Makes a flow from a template, a graph or `defineFlow`. The list of flows is reloaded.
 *
 * @example const creation = useCreateFlow(); creation.mutate({ name: "support", template: "search", files: ["warranty.pdf"] });
 */
export function useCreateFlow(): UseMutationResult<FlowDetail, Error, NewFlow> {
  const flowsRoot = useDocuments().flowsRoot();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFlow) => unwrap(flowsRoot.POST("/create", { body })),
    onSuccess: () => reloadFlows(queryClient),
  });
}
