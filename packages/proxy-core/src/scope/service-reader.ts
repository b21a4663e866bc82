import type { Source } from "@headwater/spec";
import { proxyErrors, Refusal, refuse } from "../errors.ts";
import { readAnswer } from "../forward/answer-body.ts";
import { mapWithLimit } from "./map-with-limit.ts";

export type ListedSource = Pick<Source, "file_id" | "file_name"> & Partial<Source>;

/** The proxy's own requests to the service, which the rules of a scope need. */
export type ServiceReader = {
  /** Returns a build without its elements. */
  build(buildId: string): Promise<unknown>;
  /** Returns those of these files that exist, newest first. */
  sources(fileIds: readonly string[]): Promise<ListedSource[]>;
};

export type ServiceReaderOptions = {
  fetch: typeof fetch;
  /** Address of the sources surface. */
  address: string;
  /** The request headers, including the token. */
  headers: [string, string][];
  /** Maximum milliseconds for all requests of one call. */
  timeoutMs: number;
};

const maxBytes = 32 * 1024 * 1024;
/** Maximum length of a query. Servers accept 8 kB for a request line. */
const maxQueryLength = 6_000;
const concurrency = 4;

export function createServiceReader({
  fetch,
  address,
  headers,
  timeoutMs,
}: ServiceReaderOptions): ServiceReader {
  async function get(path: string): Promise<unknown> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    try {
      const response = await fetch(address + path, {
        headers,
        redirect: "manual",
        signal: controller.signal,
      });
      if (!response.ok) {
        abort();
        if (response.status === 401) throw new Refusal(proxyErrors.tokenRefused());
        if (response.status === 403) throw new Refusal(proxyErrors.forbidden());
        throw refuse(502, `The document service answered ${response.status} to a question of the proxy`);
      }
      const bytes = await readAnswer(response.body, { maxBytes, idleMs: timeoutMs, abort });
      if (!bytes) throw new Refusal(proxyErrors.answerTooLarge());
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error instanceof SyntaxError) throw new Refusal(proxyErrors.notTheContract());
      throw new Refusal(controller.signal.aborted ? proxyErrors.tooSlow() : proxyErrors.unreachable());
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    build: (buildId) => get(`/builds/${encodeURIComponent(buildId)}?suppress_elements=true`),
    async sources(fileIds) {
      const wanted = new Set(fileIds);
      const pages = await mapWithLimit(concurrency, queriesOf([...wanted]), (query) => get(`/?${query}`));
      const sources = pages
        .flat()
        .filter((source): source is ListedSource => wanted.has((source as Source)?.file_id));
      // One page is already in order. Sort several pages by the date of the service.
      if (pages.length > 1)
        sources.sort((one, other) => (other.created_at ?? "").localeCompare(one.created_at ?? ""));
      return sources;
    },
  };
}

/** Splits ids into as many queries as the length limit requires. */
export function queriesOf(fileIds: readonly string[]): string[] {
  const queries: string[] = [];
  let query = "";
  for (const id of fileIds) {
    const part = `file_ids=${encodeURIComponent(id)}`;
    if (query !== "" && query.length + part.length + 1 > maxQueryLength) {
      queries.push(query);
      query = part;
    } else query += query === "" ? part : `&${part}`;
  }
  if (query !== "") queries.push(query);
  return queries;
}
