"use client";
import type { ScheduledBuild, SourcesClient } from "@headwater/client";
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { useDocuments } from "../provider/use-documents.ts";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";
import { useChange } from "../query/use-change.ts";
import { schedulingOptions } from "./scheduling-options.ts";
import type { WebAddress } from "./web-address.ts";

/** The mutation of `useIngestGithub`. */
export const ingestGithubOptions = (
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<ScheduledBuild, Error, WebAddress> =>
  schedulingOptions(client, queryClient, "ingest-github", (address) =>
    client.POST("/ingest-github", { body: asSent(address) }),
  );

/**
 * Ingests a public GitHub repository. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestGithub(); ingest.mutate({ url: "https://github.com/owner/name" });
 */
export const useIngestGithub = (
  options?: MutationHookOptions<ScheduledBuild, WebAddress>,
): UseMutationResult<ScheduledBuild, Error, WebAddress> =>
  useChange(ingestGithubOptions(useDocuments().sources, useQueryClient()), options);
