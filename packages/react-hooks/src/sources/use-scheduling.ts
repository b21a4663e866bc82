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

/** A mutation that schedules a build; the lists of sources then show it. */
export function useScheduling<Variables>(
  schedule: Schedule<Variables>,
): UseMutationResult<ScheduledBuild, Error, Variables> {
  const client = useDocuments().sources;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (variables: Variables) => assertScheduled(await unwrap(schedule(client, variables))),
    // Not awaited: the build runs already, and the list is not what the caller waits for.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: documentsKeys.sources(client) }),
  });
}
