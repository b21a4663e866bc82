import { readRetryAfter } from "../../kernel/retry-after.ts";
import {
  WebFetchError,
  type WebFetcher,
  type WebRequest,
  type WebResponse,
} from "../../ports/web-fetcher.ts";
import { AcquireError, SourceUnavailableError } from "./acquire.ts";

/** What an address answered, whole. */
export type Resource = {
  /** The address that answered, after redirects. */
  url: string;
  bytes: Uint8Array;
  /** As sent; empty when the answer has none. */
  contentType: string;
  contentDisposition: string;
};

/** Fetches what is at an address. Throws AcquireError, or SourceUnavailableError for what may pass. */
export const fetchResource = (fetcher: WebFetcher, request: WebRequest): Promise<Resource> =>
  fetchAs(fetcher, request, async (response) => ({
    url: response.url,
    bytes: await bytesOf(response),
    contentType: response.header("content-type") ?? "",
    contentDisposition: response.header("content-disposition") ?? "",
  }));

/** As `fetchResource`, for an answer that is too long to be held. */
export async function fetchAs<T>(
  fetcher: WebFetcher,
  request: WebRequest,
  read: (response: WebResponse) => Promise<T>,
): Promise<T> {
  try {
    return await fetcher.fetch(request, (response) => {
      const refused = judgeStatus(request.url, response);
      if (refused) throw refused;
      return read(response);
    });
  } catch (error) {
    if (!(error instanceof WebFetchError)) throw error;
    const message = `${request.url} could not be fetched: ${error.message}.`;
    if (error.passing) throw new SourceUnavailableError(message, { cause: error });
    throw new AcquireError(message, { cause: error });
  }
}

/** Statuses that may be another one a moment later. */
const passing = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

const verdicts: Record<number, string> = {
  401: "it asks for a sign-in, and only public addresses can be ingested",
  403: "the site does not allow it",
  404: "nothing is there",
  410: "it was removed",
  451: "it is blocked for legal reasons",
};

function judgeStatus(url: string, { status, header }: WebResponse): Error | null {
  if (status >= 200 && status < 300) return null;
  const retryAfterMs = readRetryAfter(header("retry-after"), header("date"));
  if (passing(status))
    return new SourceUnavailableError(`${url} could not be fetched: the site answered ${status}.`, {
      retryAfterMs,
    });
  const why = verdicts[status];
  return new AcquireError(
    `${url} could not be fetched: ${why ? `${why} (${status})` : `the site answered ${status}`}.`,
    { status },
  );
}

async function bytesOf({ body }: WebResponse): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Null for what can't be had; other failures are not the site's, and are thrown. */
export async function ifHad<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AcquireError || error instanceof SourceUnavailableError) return null;
    throw error;
  }
}
