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

/** The mutation of `useIngestUrl`. */
export const ingestUrlOptions = (
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<ScheduledBuild, Error, WebAddress> =>
  schedulingOptions(client, queryClient, "ingest-url", (address) =>
    client.POST("/ingest-url", { body: asSent(address) }),
  );

/**
 * Ingests a public web page, or the file at an address. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestUrl(); ingest.mutate({ url: "https://example.com/manual" });
 */
export const useIngestUrl = (
  options?: MutationHookOptions<ScheduledBuild, WebAddress>,
): UseMutationResult<ScheduledBuild, Error, WebAddress> =>
  useChange(ingestUrlOptions(useDocuments().sources, useQueryClient()), options);
