import type { OperationEntry } from "@headwater/spec";
import type { HeaderLookup } from "../plan.ts";

/**
 * The upstream's headers that the browser may get. Cookies, CORS, server, connection and address headers are not among
 * them.
 */
const passed = [
  "content-type",
  "content-length",
  "content-encoding",
  "content-disposition",
  "content-range",
  "accept-ranges",
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
  // Stops reverse proxies such as nginx from buffering an event stream.
  "x-accel-buffering",
] as const;

/**
 * `nosniff` is needed because the bytes come from the application's own origin. A stored file is somebody's document:
 * `sandbox` keeps one that is opened from running scripts there.
 */
export function answerHeaders(
  header: HeaderLookup,
  requestId: string,
  answer: OperationEntry["answer"],
): [string, string][] {
  const headers: [string, string][] = [
    ["x-request-id", requestId],
    ["x-content-type-options", "nosniff"],
  ];
  if (answer === "bytes") headers.push(["content-security-policy", "sandbox"]);
  for (const name of passed) {
    const value = header(name);
    if (value !== undefined) headers.push([name, value]);
  }
  return headers;
}

/**
 * Answers that needed a token are only for the callers that `authorize` let in, so shared caches may not keep them. A
 * shared cache sees the application's session at most. It never sees the token that the service's own `Vary` names.
 */
export function keepPrivate(headers: [string, string][]): [string, string][] {
  const kept = headers.filter(([name]) => name !== "cache-control");
  const sent = headers.find(([name]) => name === "cache-control")?.[1];
  const directives = (sent ?? "no-store").split(",").map((directive) => directive.trim().toLowerCase());
  const own = directives.filter((directive) => !/^(?:public|private|s-maxage=.*|)$/.test(directive));
  return [...kept, ["cache-control", ["private", ...own].join(", ")]];
}
