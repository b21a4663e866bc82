import { setTimeout as sleep } from "node:timers/promises";
import { type AllowedAddresses, parseAllowedAddresses } from "../adapters/network/allowed-addresses.ts";
import { createGuardedFetcher } from "../adapters/network/guarded-fetcher.ts";
import type { WebSettings } from "../config.ts";
import type { Clock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { KeptDownloads } from "../ports/kept-downloads.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { Acquire } from "../sources/acquire/acquire.ts";
import { createAcquirePage } from "../sources/acquire/acquire-page.ts";
import { createAcquireSource } from "../sources/acquire/acquire-source.ts";
import { createAcquireCrawl } from "../sources/acquire/crawl/crawl.ts";
import { createPace, type Wait } from "../sources/acquire/crawl/pace.ts";
import { createVisit } from "../sources/acquire/crawl/visit.ts";
import { createDownloadMemory } from "../sources/acquire/download-memory.ts";
import { createAcquireRepository } from "../sources/acquire/repository/acquire-repository.ts";
import { createAcquireVideo } from "../sources/acquire/video/acquire-video.ts";
import { version } from "../version.ts";

/** The only way out to the web. Throws OperatorError for a list of places that can't be read. */
export const openWeb = ({ allowedAddresses }: WebSettings): WebFetcher =>
  createGuardedFetcher({ allowed: readAllowed(allowedAddresses), userAgent: `Headwater/${version}` });

/** How a build gets the documents of each kind of source. */
export function composeAcquire(deps: {
  blobs: BlobStore;
  downloads: KeptDownloads;
  fetcher: WebFetcher;
  settings: WebSettings;
  clock: Clock;
}): Acquire {
  const { blobs, downloads, fetcher, settings, clock } = deps;
  const page = createAcquirePage(fetcher);
  const wait: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal });
  const pace = createPace({ clock, wait });
  const crawl = createAcquireCrawl({
    visitsOf: (context) =>
      createVisit(
        {
          fetcher,
          memory: createDownloadMemory(downloads, context),
          pace,
          wait,
          signal: context.signal,
        },
        settings.crawlPauseMs,
      ),
    limits: settings.crawl,
    clock,
  });
  return createAcquireSource(blobs, {
    url: (address, context) => (address.crawl ? crawl : page)(address, context),
    github: createAcquireRepository({
      fetcher,
      downloads,
      archives: settings.githubArchives,
      limits: settings.repository,
    }),
    youtube: createAcquireVideo({
      fetcher,
      origin: settings.youtube,
      languages: settings.captionLanguages,
    }),
  });
}

function readAllowed(list: string): AllowedAddresses {
  try {
    return parseAllowedAddresses(list);
  } catch (error) {
    throw new OperatorError(
      `HEADWATER_ALLOW_PRIVATE_ADDRESSES can't be used: ${(error as Error).message}. Change it or unset it.`,
      { cause: error },
    );
  }
}
