"use client";
import { unwrap } from "@headwater/client";
import type { Undeployment } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { reloadFlow } from "./reload-flow.ts";

/**
 * Lets no revision of a flow answer. The revisions stay.
 *
 * @example const undeployment = useUndeployFlow("support"); undeployment.mutate();
 */
export function useUndeployFlow(flowName: string): UseMutationResult<Undeployment, Error, void> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(flow.POST("/undeploy")),
    onSuccess: () => reloadFlow(queryClient, flow),
  });
}
