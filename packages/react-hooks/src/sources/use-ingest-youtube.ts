"use client";
import type { ScheduledBuild } from "@headwater/client";
import type { UseMutationResult } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { useScheduling } from "./use-scheduling.ts";
import type { WebAddress } from "./web-address.ts";

/**
 * Ingests the captions of a public YouTube video. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestYoutube(); ingest.mutate({ url: "https://www.youtube.com/watch?v=…" });
 */
export const useIngestYoutube = (): UseMutationResult<ScheduledBuild, Error, WebAddress> =>
  useScheduling((client, address) => client.POST("/ingest-youtube", { body: asSent(address) }));
