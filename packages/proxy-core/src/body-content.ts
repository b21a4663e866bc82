import { proxyErrors, Refusal } from "./errors.ts";
import type { Incoming, PlannedBody } from "./plan.ts";

/** The announced length of a body in bytes; undefined without one. @throws {Refusal} for one that is not a number. */
export function readLength(length: string | undefined): number | undefined {
  if (length === undefined) return undefined;
  if (!/^\d{1,15}$/.test(length)) throw new Refusal(proxyErrors.badLength());
  return Number(length);
}

/** The headers that describe a body as it is sent upstream. */
export function contentOf(body: PlannedBody, header: Incoming<unknown>["header"]) {
  if (body.kind === "none") return {};
  if (body.kind === "bytes")
    return { content: { type: "application/json", length: String(body.bytes.byteLength) } };
  const length = header("content-length");
  const added = body.filter?.addedBytes ?? 0;
  return {
    content: {
      type: header("content-type"),
      length: length === undefined || added === 0 ? length : String(Number(length) + added),
    },
  };
}
