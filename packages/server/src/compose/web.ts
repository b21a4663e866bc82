import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { nestsNamespaces, noSandbox, type Sandbox } from "@headwater/reader";
import { createChromiumBrowser } from "../adapters/chromium/chromium-browser.ts";
import { type AllowedAddresses, parseAllowedAddresses } from "../adapters/network/allowed-addresses.ts";
import { createCheckedAddresses } from "../adapters/network/checked-addresses.ts";
import { startFilteringProxy } from "../adapters/network/filtering-proxy.ts";
import { createGuardedFetcher } from "../adapters/network/guarded-fetcher.ts";
import { createOutgoingProxy } from "../adapters/network/outgoing-proxy.ts";
import { findProgram } from "../adapters/processes/find-program.ts";
import { createStartProgram } from "../adapters/processes/start-program.ts";
import type { WebSettings } from "../config.ts";
import { steadyClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { KeptDownloads } from "../ports/kept-downloads.ts";
import type { PageBrowser } from "../ports/page-browser.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { Acquire } from "../sources/acquire/acquire.ts";
import { createAcquirePage } from "../sources/acquire/acquire-page.ts";
import { createAcquireSource } from "../sources/acquire/acquire-source.ts";
import { createAcquireCrawl } from "../sources/acquire/crawl/crawl.ts";
import { createPace, type Wait } from "../sources/acquire/crawl/pace.ts";
import { createVisit } from "../sources/acquire/crawl/visit.ts";
import { createDownloadMemory } from "../sources/acquire/download-memory.ts";
import { createFetchPage } from "../sources/acquire/fetch-page.ts";
import { createAcquireRepository } from "../sources/acquire/repository/acquire-repository.ts";
import { createAcquireVideo } from "../sources/acquire/video/acquire-video.ts";
import { version } from "../version.ts";

const userAgent = `Headwater/${version}`;

/** The only way out to the web. Throws OperatorError for a list of places that can't be read. */
export const openWeb = ({ allowedAddresses, proxies }: WebSettings): WebFetcher =>
  createGuardedFetcher({
    allowed: readAllowed(allowedAddresses),
    userAgent,
    proxyOf: createOutgoingProxy(proxies),
  });

/** The browser that is configured, which reaches what the fetcher reaches; null without one. Throws OperatorError. */
export async function openBrowser(
  { allowedAddresses, browser }: WebSettings,
  sandbox: Sandbox,
): Promise<PageBrowser | null> {
  if (browser === null) return null;
  const command = await findProgram(browser);
  if (command === null)
    throw new OperatorError(
      `HEADWATER_PROGRAMS=chromium=${browser} can't be used: there is no such program. Install Chromium, or unset it.`,
    );
  const isRoot = process.getuid?.() === 0;
  const nests = sandbox.bubblewrap !== null && (await nestsNamespaces(sandbox));
  // Chromium's own sandbox keeps its pages apart from each other and from the network, so it comes first. Root can't have it.
  const inside = nests || isRoot ? sandbox : noSandbox;
  const addressesOf = createCheckedAddresses({ allowed: readAllowed(allowedAddresses) });
  return createChromiumBrowser({
    startProgram: createStartProgram(inside),
    startProxy: (maxBytes) => startFilteringProxy(addressesOf, maxBytes),
    command,
    owner: inside.user,
    ownSandbox: !isRoot || (nests && sandbox.user !== null),
    lanes: availableParallelism(),
    userAgent: `Mozilla/5.0 (compatible; ${userAgent})`,
  });
}

/** How a build gets the documents of each kind of source. */
export function composeAcquire(deps: {
  blobs: Pick<BlobStore, "read">;
  downloads: KeptDownloads;
  fetcher: WebFetcher;
  browser: PageBrowser | null;
  settings: WebSettings;
}): Acquire {
  const { blobs, downloads, fetcher, settings } = deps;
  const fetchPage = createFetchPage(deps);
  const page = createAcquirePage(fetchPage);
  const wait: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal });
  const pace = createPace({ clock: steadyClock, wait });
  const crawl = createAcquireCrawl({
    visitsOf: (context) =>
      createVisit(
        {
          fetchPage,
          memory: createDownloadMemory(downloads, context),
          pace,
          wait,
          signal: context.signal,
        },
        settings.crawlPauseMs,
      ),
    limits: settings.crawl,
    clock: steadyClock,
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
