import type { Dispatcher } from "undici";
import {
  WebFetchError,
  type WebFetcher,
  type WebRequest,
  type WebResponse,
} from "../../ports/web-fetcher.ts";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { hostOf, portOf, refusalOf } from "./check-address.ts";
import { createCheckedAddresses, type Resolve, refuse } from "./checked-addresses.ts";
import { explainNetworkError, explainProxyError, proxyRefused } from "./explain-network-error.ts";
import type { OutgoingProxy } from "./outgoing-proxy.ts";
import { acceptedEncodings, unpackBody } from "./unpack-body.ts";

export type FetchLimits = {
  /** For one fetch with all its redirects and its body, in ms. */
  totalMs: number;
  connectMs: number;
  /** Without a byte, in ms. */
  silenceMs: number;
  maxRedirects: number;
  maxBytes: number;
  /** See `BodyLimits`. */
  maxRatio: number;
};

export const defaultFetchLimits: FetchLimits = {
  totalMs: 300_000,
  connectMs: 10_000,
  silenceMs: 20_000,
  maxRedirects: 10,
  maxBytes: 100 * 1024 * 1024,
  maxRatio: 200,
};

/** What one host made of a request: an answer, or where it sends us. */
type Exchange<T> = { result: T } | { location: URL };

/** The codes of a resolver that does not know a name, or can't be asked. */
const unresolved = ["ENOTFOUND", "EAI_AGAIN", "ENODATA", "ESERVFAIL", "EREFUSED"];

const redirects = [301, 302, 303, 307, 308];

/**
 * Every byte that leaves for the web passes here. Each host is resolved once, all its addresses are checked, and the
 * connection goes to those very addresses; a redirect begins anew. A name that resolves to something else a moment later
 * gains nothing.
 */
export function createGuardedFetcher(options: {
  allowed: AllowedAddresses;
  /** The User-Agent. */
  userAgent: string;
  /** Default: every address is reached directly. */
  proxyOf?: OutgoingProxy;
  resolve?: Resolve;
  limits?: Partial<FetchLimits>;
}): WebFetcher {
  const { allowed, userAgent, proxyOf = () => null } = options;
  const addressesOf = createCheckedAddresses(options);
  const limits = { ...defaultFetchLimits, ...options.limits };

  // Loaded with the first fetch: undici takes 7 MB, and many services fetch nothing.
  const clientFor = async (url: URL, proxy: URL | null, signal: AbortSignal) => {
    if (proxy !== null) {
      const { createProxiedClient } = await import("./proxied-client.ts");
      return createProxiedClient(url, proxy, await targetOf(url, signal), limits);
    }
    const { createPinnedClient } = await import("./pinned-client.ts");
    const client = createPinnedClient(url.origin, await addressesOf(url, signal), limits);
    return { client, path: url.pathname + url.search, headers: {} };
  };

  /**
   * What a proxy is asked to connect to: an address that was checked. Where only the proxy knows names, it is the name. One
   * without a dot is refused: it would be a machine of the network that the proxy is in.
   */
  const targetOf = async (url: URL, signal: AbortSignal): Promise<string> => {
    const host = hostOf(url);
    try {
      const [first] = await addressesOf(url, signal);
      return first?.address ?? host;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined || !unresolved.includes(code)) throw error;
      if (!host.includes(".") && !allowed.host(host, portOf(url))) refuse(`${host} is not a public address`);
      return host;
    }
  };

  const exchange = async <T>(
    url: URL,
    request: WebRequest,
    signal: AbortSignal,
    read: (response: WebResponse) => Promise<T>,
  ): Promise<Exchange<T>> => {
    refuse(refusalOf(url, allowed));
    if (request.httpsOnly && url.protocol !== "https:") refuse("only https addresses are fetched here");
    const proxy = proxyOf(url);
    const { client, path, headers } = await clientFor(url, proxy, signal);
    try {
      const answer = await client
        .request({
          path,
          method: request.json === undefined ? "GET" : "POST",
          headers: { "user-agent": userAgent, ...headersFor(request), ...headers },
          body: request.json ?? null,
          signal,
        })
        .catch((error: unknown) => {
          throw proxy && url.protocol === "http:" && !signal.aborted
            ? explainProxyError(proxy, error)
            : error;
        });
      if (proxy && answer.statusCode === 407) throw proxyRefused(proxy, 407);
      const header = headerOf(answer.headers);
      // A text that was posted goes to the host that was named, and nowhere else.
      const mayMove = request.json === undefined && redirects.includes(answer.statusCode);
      const location = mayMove ? header("location") : null;
      if (location !== null) return { location: parsed(location, url) };
      const maxBytes = request.maxBytes ?? limits.maxBytes;
      const body = unpackBody(answer.body, header("content-encoding"), { ...limits, maxBytes });
      const response = { url: url.href, status: answer.statusCode, header, body: explained(body, url) };
      return { result: await read(response) };
    } finally {
      // Destroyed, not closed: an unwanted body is not waited for.
      client.destroy().catch(() => {});
    }
  };

  return {
    refusal(text) {
      const url = URL.parse(text);
      if (!url) return "it is not an address";
      return refusalOf(url, allowed);
    },

    async fetch<T>(request: WebRequest, read: (response: WebResponse) => Promise<T>): Promise<T> {
      const deadline = AbortSignal.timeout(limits.totalMs);
      const signal = AbortSignal.any([request.signal, deadline]);
      let url = parsed(request.url);
      try {
        for (let hops = 0; hops <= limits.maxRedirects; hops += 1) {
          const outcome: Exchange<T> = await exchange(url, request, signal, read);
          if ("result" in outcome) return outcome.result;
          url = outcome.location;
        }
      } catch (error) {
        request.signal.throwIfAborted();
        if (deadline.aborted) throw tookTooLong(hostOf(url), limits.totalMs);
        throw explainNetworkError(hostOf(url), error);
      }
      throw new WebFetchError(`it redirects more than ${limits.maxRedirects} times`, { passing: false });
    },
  };
}

function parsed(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new WebFetchError(`'${text.slice(0, 200)}' is not an address`, { passing: false });
  return url;
}

const tookTooLong = (host: string, ms: number) =>
  new WebFetchError(`${host} took longer than ${Math.ceil(ms / 1000)} seconds`, { passing: true });

const headersFor = ({ accept, languages, json, headers }: WebRequest): Record<string, string> => ({
  accept: accept ?? "*/*",
  "accept-encoding": acceptedEncodings,
  ...(languages === undefined ? {} : { "accept-language": languages }),
  ...(json === undefined ? {} : { "content-type": "application/json", ...headers }),
});

const headerOf =
  (headers: Dispatcher.ResponseData["headers"]) =>
  (name: string): string | null => {
    const value = headers[name];
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(", ") : value;
  };

/** Failures of the network while the body comes, in words for people. */
async function* explained(body: AsyncIterable<Uint8Array>, url: URL): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explainNetworkError(hostOf(url), error);
  }
}
