"use client";
import type { SourcesClient } from "@headwater/client";
import { unwrap } from "@headwater/client";
import { asSent } from "../as-sent.ts";
import { changeHook, defineChange } from "../query/define-change.ts";
import { ofSources } from "../query/define-query.ts";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";
import { assertScheduled } from "./scheduled-build.ts";
import type { WebAddress } from "./web-address.ts";

/** A mutation that schedules the build of what an address has. The lists of sources are then reloaded. */
const defineIngestion = (name: "ingest-url" | "ingest-youtube" | "ingest-github") =>
  defineChange(name, {
    send: async (client: SourcesClient, address: WebAddress) =>
      assertScheduled(await unwrap(client.POST(`/${name}`, { body: asSent(address) }))),
    // Do not await this: the build runs already, and the caller does not wait for the list.
    done: (queryClient, client) => reloadSoon(queryClient, { queryKey: documentsKeys.sources(client) }),
  });

/** The mutation of `useIngestUrl`. */
export const ingestUrlOptions = /* @__PURE__ */ defineIngestion("ingest-url");

/**
 * Ingests a public web page, or the file at an address. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestUrl(); ingest.mutate({ url: "https://example.com/manual" });
 */
export const useIngestUrl = /* @__PURE__ */ changeHook(ofSources, ingestUrlOptions);

/** The mutation of `useIngestYoutube`. */
export const ingestYoutubeOptions = /* @__PURE__ */ defineIngestion("ingest-youtube");

/**
 * Ingests the captions of a public YouTube video. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestYoutube(); ingest.mutate({ url: "https://www.youtube.com/watch?v=…" });
 */
export const useIngestYoutube = /* @__PURE__ */ changeHook(ofSources, ingestYoutubeOptions);

/** The mutation of `useIngestGithub`. */
export const ingestGithubOptions = /* @__PURE__ */ defineIngestion("ingest-github");

/**
 * Ingests a public GitHub repository. Pass the returned `build_id` to `useBuild`.
 *
 * @example const ingest = useIngestGithub(); ingest.mutate({ url: "https://github.com/owner/name" });
 */
export const useIngestGithub = /* @__PURE__ */ changeHook(ofSources, ingestGithubOptions);
