"use client";
import { type ScheduledBuild, type SourcesClient, unwrap } from "@headwater/client";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";
import { assertScheduled } from "./scheduled-build.ts";

type Schedule<Variables> = (
  client: SourcesClient,
  variables: Variables,
) => Promise<{ data?: ScheduledBuild; error?: unknown; response: Response }>;

/** A mutation that schedules a build. The lists of sources are then reloaded. */
export function useScheduling<Variables>(
  schedule: Schedule<Variables>,
): UseMutationResult<ScheduledBuild, Error, Variables> {
  const client = useDocuments().sources;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (variables: Variables) => assertScheduled(await unwrap(schedule(client, variables))),
    // Do not await this: the build runs already, and the caller does not wait for the list.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.sources(client) }),
  });
}
