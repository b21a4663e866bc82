import type { Readable } from "node:stream";
import { type BodyFilter, type ForwardPlan, proxyErrors, Refusal } from "@headwater/proxy-core";
import type { Request } from "express";
import { collectBody } from "./collect-body.ts";
import { receivedBody } from "./received-body.ts";
import { streamedBody } from "./streamed-body.ts";

export type OutgoingBody = Readable | Uint8Array | null;

/**
 * Bodies with an announced size up to this are read completely. They need one write, and a slow client holds no
 * upstream connection.
 */
const smallBytes = 65_536;

/**
 * Returns the body for the upstream request.
 *
 * @throws {Refusal} when something else has read the body and it is lost
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
      return body.filter ? filtered(body.filter, received.bytes) : received.bytes;
    case "drained":
      throw new Refusal(proxyErrors.bodyDrained(received.fix));
    case "unread":
      return announced !== undefined && announced <= smallBytes
        ? collectSmall(request, announced, idleMs, body.filter)
        : streamedBody(request, { announced, idleMs, filter: body.filter });
  }
}

function collectSmall(
  request: Request,
  announced: number,
  idleMs: number,
  filter: BodyFilter | undefined,
): Promise<Uint8Array> {
  const collected = collectBody(request, { announced, maxBytes: smallBytes, idleMs });
  return filter ? collected.then((bytes) => filtered(filter, bytes)) : collected;
}

function filtered(filter: BodyFilter, bytes: Uint8Array): Uint8Array {
  const passed = filter.pass(bytes);
  filter.end();
  return passed;
}
