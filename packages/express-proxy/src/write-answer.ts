import type { ServerResponse } from "node:http";
import type { Answer } from "@headwater/proxy-core";

/** Sends an answer that the proxy makes itself. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  writeHead(response, status, headers);
  // The rest of the request may never come (RFC 9110, 15.5.9).
  if (status === 408) response.setHeader("connection", "close");
  if (body === null) response.end();
  else response.end(body);
}

/**
 * Sets the headers one by one instead of in `writeHead`. So the headers that the application has set stay, and
 * middlewares that wrap `writeHead` (sessions, compression) work in every version. Both may set two headers: the values
 * of `Vary` are joined, as `cors()` needs it, and a `no-store` of the application is kept.
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
