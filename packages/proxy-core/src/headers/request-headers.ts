import type { HeaderLookup } from "../plan.ts";

/** What a client may say about the answer it wants. Everything else of its headers ends here. */
const passed = ["accept", "if-none-match", "prefer"] as const;

export type RequestHeaderInput = {
  header: HeaderLookup;
  requestId: string;
  /** Absent for the probes, which need none. */
  token: string | undefined;
  /** Of the body that is sent, when one is. */
  content?: { type: string | undefined; length: string | undefined };
};

/**
 * The headers the upstream gets, made anew: no cookie, forwarding, hop-by-hop, method-override or Authorization header
 * of the client passes. `identity`, so that the bytes of the answer pass as they are.
 */
export function requestHeaders({
  header,
  requestId,
  token,
  content,
}: RequestHeaderInput): [string, string][] {
  const headers = ownHeaders(requestId, token);
  for (const name of passed) {
    const value = header(name);
    if (value !== undefined && value !== "") headers.push([name, value]);
  }
  if (content?.type !== undefined) headers.push(["content-type", content.type]);
  if (content?.length !== undefined) headers.push(["content-length", content.length]);
  return headers;
}

/** The headers of every request of the proxy to the service. */
export function ownHeaders(requestId: string, token: string | undefined): [string, string][] {
  const headers: [string, string][] = [
    ["x-request-id", requestId],
    ["accept-encoding", "identity"],
  ];
  if (token !== undefined) headers.push(["authorization", `Bearer ${token}`]);
  return headers;
}
