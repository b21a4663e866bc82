import type { OperationEntry } from "@headwater/spec";
import type { HeaderLookup } from "../plan.ts";

/** The client's headers about the answer that it wants, and where it goes on. No other header of the client is forwarded. */
const passed = [
  ...(["accept", "if-none-match", "if-match", "prefer", "last-event-id", "idempotency-key"] as const),
  // W3C trace context: ids without rights, so that the service's work is part of the caller's trace.
  ...(["traceparent", "tracestate"] as const),
] as const;
/** The same, where the answer is a file of which a part may be asked for. */
const passedForBytes = [...passed, "range", "if-range"] as const;

export type RequestHeaderInput = {
  header: HeaderLookup;
  requestId: string;
  /** Absent for the health probes, which need no token. */
  token: string | undefined;
  answer: OperationEntry["answer"];
  /** The value of `Accept-Encoding`. Default `identity`. */
  encodings?: string | undefined;
  /** Sent in place of the client's headers of these names. */
  replaced?: Record<string, string> | undefined;
  /** The headers of the body, when one is sent. */
  content?: { type: string | undefined; length: string | undefined };
};

/**
 * Makes the headers for the upstream from scratch. No cookie, forwarding, hop-by-hop, method-override or Authorization
 * header of the client is forwarded.
 */
export function requestHeaders({
  header,
  requestId,
  token,
  answer,
  encodings,
  replaced = {},
  content,
}: RequestHeaderInput): [string, string][] {
  const headers = ownHeaders(requestId, token, encodings);
  for (const name of answer === "bytes" ? passedForBytes : passed) {
    const value = replaced[name] ?? header(name);
    if (value !== undefined && value !== "") headers.push([name, value]);
  }
  if (content?.type !== undefined) headers.push(["content-type", content.type]);
  if (content?.length !== undefined) headers.push(["content-length", content.length]);
  return headers;
}

/**
 * The headers that every request of the proxy to the service has. It asks for an answer without encoding where the proxy
 * reads it, or would have to encode it again.
 */
export function ownHeaders(
  requestId: string,
  token: string | undefined,
  encodings = "identity",
): [string, string][] {
  const headers: [string, string][] = [
    ["x-request-id", requestId],
    ["accept-encoding", encodings],
  ];
  if (token !== undefined) headers.push(["authorization", `Bearer ${token}`]);
  return headers;
}
