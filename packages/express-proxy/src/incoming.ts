import { type Incoming, proxyErrors, Refusal } from "@headwater/proxy-core";
import type { Request } from "express";
import { collectBody } from "./collect-body.ts";
import { receivedBody } from "./received-body.ts";

const nothing = new Uint8Array();

/** Converts an Express request to the form that the policy reads. */
export function incomingOf(request: Request, idleMs: number): Incoming<Request> {
  return {
    method: request.method,
    target: targetBelowMount(request),
    native: request,
    header(name) {
      if (name === "content-length" || name === "content-encoding" || name === "transfer-encoding") {
        const body = receivedBody(request);
        // The body is written again from what a parser read: its length is new, it comes in one piece and is not
        // compressed.
        if (body.kind === "parsed") return name === "content-length" ? String(body.bytes.length) : undefined;
      }
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    async readBody(maxBytes) {
      const body = receivedBody(request);
      if (body.kind === "none") return nothing;
      if (body.kind === "drained") throw new Refusal(proxyErrors.bodyDrained(body.fix));
      if (body.kind === "unread") {
        const length = request.headers["content-length"];
        const announced = length === undefined ? undefined : Number(length);
        return collectBody(request, { announced, maxBytes, idleMs });
      }
      if (body.bytes.length > maxBytes) throw new Refusal(proxyErrors.bodyTooLarge());
      return body.bytes;
    },
  };
}

/**
 * `request.url` is what the client sent without the mount point, in every router. It is still encoded, and still
 * absolute when the client sent it so. Only Express 4 removes one more slash when two follow the mount point.
 */
function targetBelowMount({ url, originalUrl, baseUrl }: Request): string {
  const twoSlashes = `/${url}`;
  return originalUrl.length === baseUrl.length + twoSlashes.length &&
    originalUrl.endsWith(twoSlashes) &&
    url.startsWith("/")
    ? twoSlashes
    : url;
}
