import type { ServerResponse } from "node:http";
import type { Answer } from "@headwater/proxy-core";

/** Sends an answer of the proxy's own. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  writeHead(response, status, headers);
  // RFC 9110, 15.5.9: what is still missing of the request may never come.
  if (status === 408) response.setHeader("connection", "close");
  if (body === null) response.end();
  else response.end(body);
}

/**
 * One by one and not as a list for `writeHead`: what the application has set before stays, and middlewares that wrap
 * `writeHead` (sessions, compression) understand it in every version. Of the two that both may set, `Vary` is joined, as
 * `cors()` needs it, and a `no-store` of the application's is not weakened.
 */
export function writeHead(
  response: ServerResponse,
  status: number,
  headers: readonly [string, string][],
): void {
  response.statusCode = status;
  for (const [name, value] of headers) {
    const before = name === "vary" || name === "cache-control" ? response.getHeader(name) : undefined;
    if (before === undefined) response.setHeader(name, value);
    else if (name === "vary") response.setHeader(name, `${before}, ${value}`);
    else if (!/\bno-store\b/i.test(String(before))) response.setHeader(name, value);
  }
}
