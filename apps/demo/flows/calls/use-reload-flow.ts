"use client";

import { documentsKeys, useDocuments } from "@headwater/react-hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Reloads all that is known of a flow, and the list of flows, which says whether it is deployed. */
export function useReloadFlow(name: string): () => Promise<void> {
  const { flow, flowsRoot } = useDocuments();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow(name)) }),
      queryClient.invalidateQueries({ queryKey: documentsKeys.flows(flowsRoot()) }),
    ]);
  }, [flow, flowsRoot, name, queryClient]);
}
