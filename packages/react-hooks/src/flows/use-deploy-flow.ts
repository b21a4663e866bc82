"use client";
import { unwrap } from "@headwater/client";
import type { Deployment } from "@headwater/spec";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { reloadFlow } from "./reload-flow.ts";

/**
 * Lets the draft of a flow answer from now on. `warnings` say what will not work as it stands.
 *
 * @example const deployment = useDeployFlow("support"); deployment.mutate({});
 */
export function useDeployFlow(
  flowName: string,
): UseMutationResult<Deployment, Error, { tool_description?: string }> {
  const flow = useDocuments().flow(flowName);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { tool_description?: string }) => unwrap(flow.POST("/deploy", { body })),
    onSuccess: () => reloadFlow(queryClient, flow),
  });
}
