"use client";
import type { ScheduledBuild } from "@headwater/client";
import type { UseMutationResult } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { useScheduling } from "./use-scheduling.ts";
import type { WebAddress } from "./web-address.ts";

/**
 * Ingests a public GitHub repository. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestGithub(); ingest.mutate({ url: "https://github.com/owner/name" });
 */
export const useIngestGithub = (): UseMutationResult<ScheduledBuild, Error, WebAddress> =>
  useScheduling((client, address) => client.POST("/ingest-github", { body: asSent(address) }));
