"use client";
import type { ScheduledBuild } from "@headwater/client";
import type { UseMutationResult } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { useScheduling } from "./use-scheduling.ts";
import type { WebAddress } from "./web-address.ts";

/**
 * Ingests a public web page, or the file at an address. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestUrl(); ingest.mutate({ url: "https://example.com/manual" });
 */
export const useIngestUrl = (): UseMutationResult<ScheduledBuild, Error, WebAddress> =>
  useScheduling((client, address) => client.POST("/ingest-url", { body: asSent(address) }));
