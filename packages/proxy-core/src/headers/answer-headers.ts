import type { HeaderLookup } from "../plan.ts";

/** What the browser may get of the upstream's headers: no cookie, CORS, server, connection or address passes. */
const passed = [
  "content-type",
  "content-length",
  "content-encoding",
  "content-disposition",
  "cache-control",
  "etag",
  "vary",
  "allow",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  "preference-applied",
  "x-total-count",
  "x-headwater-notice",
  // Tells reverse proxies such as nginx not to buffer a stream of events.
  "x-accel-buffering",
] as const;

/** `nosniff`: the bytes are served from the application's own origin. */
export function answerHeaders(header: HeaderLookup, requestId: string): [string, string][] {
  const headers: [string, string][] = [
    ["x-request-id", requestId],
    ["x-content-type-options", "nosniff"],
  ];
  for (const name of passed) {
    const value = header(name);
    if (value !== undefined) headers.push([name, value]);
  }
  return headers;
}

/**
 * What took a token to get is for whoever `authorize` let in: shared caches may not keep it. They see the application's
 * session, if any, and not the token that the service's own `Vary` speaks of.
 */
export function keepPrivate(headers: [string, string][]): [string, string][] {
  const kept = headers.filter(([name]) => name !== "cache-control");
  const sent = headers.find(([name]) => name === "cache-control")?.[1];
  const directives = (sent ?? "no-store").split(",").map((directive) => directive.trim().toLowerCase());
  const own = directives.filter((directive) => !/^(?:public|private|s-maxage=.*|)$/.test(directive));
  return [...kept, ["cache-control", ["private", ...own].join(", ")]];
}
