import type { Source, StreamedAnswer } from "@headwater/spec";
import { proxyErrors, Refusal, refuse } from "../errors.ts";
import type { LookUp } from "../forward/look-up.ts";
import { mapWithLimit } from "./map-with-limit.ts";

export type ListedSource = Pick<Source, "file_id" | "file_name"> & Partial<Source>;

/** The proxy's own requests to the service, which the rules of a scope need. */
export type ServiceReader = {
  /** Returns a build without its elements. */
  build: (buildId: string) => Promise<unknown>;
  /** Returns those of these files that exist, newest first. */
  sources: (fileIds: readonly string[]) => Promise<ListedSource[]>;
  /** Returns the files that a streamed answer cites so far; null for an answer that is unknown. */
  citedFiles: (answerId: string) => Promise<string[] | null>;
};

export type ServiceReaderOptions = {
  lookUp: LookUp;
  /** Address of the sources surface. */
  address: string;
  /** The request headers, including the token. */
  headers: [string, string][];
  /** Maximum milliseconds for each request. */
  timeoutMs: number;
};

const maxBytes = 32 * 1024 * 1024;
/** Maximum length of a query. Servers accept 8 kB for a request line. */
const maxQueryLength = 6_000;
const concurrency = 4;

export function createServiceReader({
  lookUp,
  address,
  headers,
  timeoutMs,
}: ServiceReaderOptions): ServiceReader {
  async function get(path: string): Promise<unknown> {
    return read(await answerTo(path, headers));
  }

  function read({ status, body }: Awaited<ReturnType<LookUp>>): unknown {
    if (status === 401) throw new Refusal(proxyErrors.tokenRefused());
    if (status === 403) throw new Refusal(proxyErrors.forbidden());
    if (status < 200 || status >= 300)
      throw refuse(502, `The document service answered ${status} to a question of the proxy`);
    if (!body) throw new Refusal(proxyErrors.answerTooLarge());
    try {
      return JSON.parse(new TextDecoder().decode(body));
    } catch {
      throw new Refusal(proxyErrors.notTheContract());
    }
  }

  async function answerTo(path: string, headers: [string, string][]) {
    try {
      return await lookUp({ url: address + path, headers, timeoutMs, maxBytes });
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal(proxyErrors.unreachable());
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
    async citedFiles(answerId) {
      const path = `/answers/${encodeURIComponent(answerId)}/events`;
      const answer = await answerTo(path, [...headers, ["accept", "application/json"]]);
      if (answer.status === 404) return null;
      const { cited_file_ids: ids } = (read(answer) ?? {}) as Partial<StreamedAnswer>;
      if (!Array.isArray(ids)) throw new Refusal(proxyErrors.notTheContract());
      return ids;
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
