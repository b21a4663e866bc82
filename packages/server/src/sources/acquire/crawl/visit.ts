import { SourceUnavailableError } from "../acquire.ts";
import type { FetchPage, PageRequest } from "../fetch-page.ts";
import type { Resource } from "../fetch-resource.ts";
import type { Pace, Wait } from "./pace.ts";

export type VisitOptions = Pick<PageRequest, "accept" | "maxBytes" | "httpsOnly"> &
  Partial<Pick<PageRequest, "render">>;

/** Fetches for a crawl, at the pace that the site wants. Throws as `fetchResource` does. */
export type Visit = ((url: string, options: VisitOptions) => Promise<Resource>) & {
  /** A host asks for a longer pause between two fetches; in ms. */
  slowTo(host: string, pauseMs: number): void;
};

/** A site that asks for more is asked seldom, not never. */
const maxPauseMs = 30_000;
const maxRetryAfterMs = 60_000;

/** Remembers what an earlier attempt of the same build fetched. */
export type VisitMemory = {
  find(url: string): Promise<Resource | null>;
  keep(url: string, resource: Resource): Promise<void>;
};

/**
 * What an earlier attempt has fetched comes from its memory, at once. A site that is busy is asked once more after the
 * time that it names.
 */
export function createVisit(
  deps: { fetchPage: FetchPage; memory: VisitMemory; pace: Pace; wait: Wait; signal: AbortSignal },
  pauseMs: number,
): Visit {
  const { fetchPage, memory, pace, wait, signal } = deps;
  const pauses = new Map<string, number>();

  const fetchPolitely = async (url: string, options: VisitOptions): Promise<Resource> => {
    const { host } = new URL(url);
    await pace(host, pauses.get(host) ?? pauseMs, signal);
    return fetchPage({ url, signal, render: null, ...options });
  };

  const visit = async (url: string, options: VisitOptions): Promise<Resource> => {
    const kept = await memory.find(url);
    if (kept) return kept;
    let resource: Resource;
    try {
      resource = await fetchPolitely(url, options);
    } catch (error) {
      if (!(error instanceof SourceUnavailableError)) throw error;
      await wait(Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs), signal);
      resource = await fetchPolitely(url, options);
    }
    await memory.keep(url, resource);
    return resource;
  };

  return Object.assign(visit, {
    slowTo(host: string, asked: number) {
      pauses.set(host, Math.max(pauseMs, Math.min(asked, maxPauseMs)));
    },
  });
}
