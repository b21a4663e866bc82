import { WebFetchError } from "../../ports/web-fetcher.ts";

type Explanation = { why: (host: string) => string; passing: boolean };

const explanations: [pattern: RegExp, explanation: Explanation][] = [
  [
    /^(ENOTFOUND|ENODATA)$/,
    { why: (host) => `the name '${host}' is not known. Check the spelling`, passing: false },
  ],
  [
    /^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|EREFUSED)$/,
    { why: (host) => `the name '${host}' could not be resolved`, passing: true },
  ],
  [/^ECONNREFUSED$/, { why: (host) => `${host} refused the connection`, passing: true }],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    { why: (host) => `${host} did not answer in time`, passing: true },
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED|UND_ERR_ABORTED)$/,
    { why: (host) => `${host} broke the connection off`, passing: true },
  ],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, { why: (host) => `${host} can't be reached`, passing: true }],
  [
    /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL|EPROTO|HOSTNAME_MISMATCH)/,
    { why: (host) => `${host} has no certificate that can be trusted`, passing: false },
  ],
  [
    /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|UND_ERR_RESPONSE)/,
    { why: (host) => `${host} sent an answer that is not proper HTTP`, passing: false },
  ],
];

/** The same of the proxy in front of the web. It gets all requests, so a failure before an answer is its own. */
export function explainProxyError(proxy: URL, error: unknown): WebFetchError {
  const { message, passing } = explainNetworkError(proxy.hostname, error) as WebFetchError;
  return new WebFetchError(`the proxy ${proxy.host} can't be used: ${message}`, {
    passing: passing ?? true,
    cause: error,
  });
}

/** The proxy answered with a status of its own. */
export function proxyRefused(proxy: URL, status: number): WebFetchError {
  const hint = status === 407 ? ", as it asks for a name and a password: http://user:password@host:port" : "";
  return new WebFetchError(`the proxy ${proxy.host} did not let it through: it answered ${status}${hint}`, {
    passing: status >= 500,
  });
}

/** A failure of the network in words for people. What is not one of the network stays as it is. */
export function explainNetworkError(host: string, error: unknown): unknown {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if (current instanceof WebFetchError) return current;
    const code = (current as NodeJS.ErrnoException).code ?? "";
    const found = explanations.find(([pattern]) => pattern.test(code));
    if (found) return new WebFetchError(found[1].why(host), { passing: found[1].passing, cause: error });
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return error;
}
