import { Pool } from "undici";
import type { OpenSearchAddress } from "./opensearch-address.ts";
import { SearchUnavailableError } from "./search-outage.ts";

/** What is asked of a cluster. */
export type SearchRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  /** With its query. */
  path: string;
  body?: object | undefined;
  /** A body of one JSON object a line, in place of `body`. */
  lines?: string | undefined;
  /** Until an answer begins, on each node; default 5,000. */
  timeoutMs?: number | undefined;
};

export type SearchClient = {
  /** The nodes, for people. */
  place: string;
  /**
   * The answer as JSON; null for 404. Asks the next node where one does not answer: all that is asked may be asked twice.
   * Throws SearchUnavailableError, or SearchRefusedError for what no node would do.
   */
  ask<Answer>(request: SearchRequest): Promise<Answer | null>;
  close(): Promise<void>;
};

/** The cluster answered, and will give the same answer again. */
export class SearchRefusedError extends Error {
  override readonly name = "SearchRefusedError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const connectMs = 2_000;
const answerMs = 5_000;
/** Of one process to one node: searches wait for each other rather than fill the cluster's queue. */
const connections = 8;
const maxReasonLength = 300;

/** 401 and 403: the user was right at the start, so this is an outage. 429: its queue is full. */
const isOutage = (status: number): boolean => status >= 502 || [401, 403, 429, 500].includes(status);

export function createSearchClient({ nodes, authorization, place }: OpenSearchAddress): SearchClient {
  const pools = nodes.map(
    (origin) => new Pool(origin, { connections, connect: { timeout: connectMs }, pipelining: 1 }),
  );
  /** The node that answered last. */
  let first = 0;

  const askOne = async (pool: Pool, { method, path, body, lines, timeoutMs = answerMs }: SearchRequest) => {
    const sent = lines ?? (body && JSON.stringify(body));
    const answer = await pool.request({
      method,
      path,
      body: sent ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        ...(sent !== undefined && {
          "content-type": lines === undefined ? "application/json" : "application/x-ndjson",
        }),
        ...(authorization !== null && { authorization }),
      },
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

  return {
    place,
    async ask<Answer>(request: SearchRequest) {
      const reasons: string[] = [];
      for (let tried = 0; tried < pools.length; tried++) {
        const at = (first + tried) % pools.length;
        let reply: Awaited<ReturnType<typeof askOne>>;
        try {
          reply = await askOne(pools[at] as Pool, request);
        } catch (error) {
          reasons.push(reasonOf(error));
          continue;
        }
        const { status, text } = reply;
        if (status === 404) return null;
        if (status < 300) {
          first = at;
          return (text === "" ? {} : JSON.parse(text)) as Answer;
        }
        if (!isOutage(status))
          throw new SearchRefusedError(`${place} refused it: ${explained(text)}`, status);
        reasons.push(`${status}, ${explained(text)}`);
      }
      throw new SearchUnavailableError(`${place} can't be used (${[...new Set(reasons)].join("; ")})`);
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

/** The reason in an answer of OpenSearch, which may quote what was asked: only its beginning is passed on. */
function explained(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: string; reason?: string } | string };
    const reason = typeof error === "object" ? `${error.type}: ${error.reason}` : error;
    return (reason ?? text).slice(0, maxReasonLength);
  } catch {
    return text.slice(0, maxReasonLength);
  }
}
