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

/** The mutation of `useIngestYoutube`. */
export const ingestYoutubeOptions = (
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<ScheduledBuild, Error, WebAddress> =>
  schedulingOptions(client, queryClient, "ingest-youtube", (address) =>
    client.POST("/ingest-youtube", { body: asSent(address) }),
  );

/**
 * Ingests the captions of a public YouTube video. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestYoutube(); ingest.mutate({ url: "https://www.youtube.com/watch?v=…" });
 */
export const useIngestYoutube = (
  options?: MutationHookOptions<ScheduledBuild, WebAddress>,
): UseMutationResult<ScheduledBuild, Error, WebAddress> =>
  useChange(ingestYoutubeOptions(useDocuments().sources, useQueryClient()), options);
