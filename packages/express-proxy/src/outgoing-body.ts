import type { Readable } from "node:stream";
import { type ForwardPlan, proxyErrors, Refusal } from "@headwater/proxy-core";
import type { Request } from "express";
import { collectBody } from "./collect-body.ts";
import { receivedBody } from "./received-body.ts";
import { streamedBody } from "./streamed-body.ts";

export type OutgoingBody = Readable | Uint8Array | null;

/** Announced bodies up to this size are read whole: one write, and a client that dawdles holds no upstream connection. */
const smallBytes = 65_536;

/**
 * What goes upstream as the body.
 *
 * @throws {Refusal} when the body is not there any more
 */
export function outgoingBody(
  { body, announcedBytes: announced }: ForwardPlan,
  request: Request,
  idleMs: number,
): OutgoingBody | Promise<Uint8Array> {
  if (body.kind === "none") return null;
  if (body.kind === "bytes") return body.bytes;
  const received = receivedBody(request);
  switch (received.kind) {
    case "none":
      return null;
    case "parsed":
      return received.bytes;
    case "drained":
      throw new Refusal(proxyErrors.bodyDrained(received.fix));
    case "unread":
      return announced !== undefined && announced <= smallBytes
        ? collectBody(request, { announced, maxBytes: smallBytes, idleMs })
        : streamedBody(request, { announced, idleMs });
  }
}
