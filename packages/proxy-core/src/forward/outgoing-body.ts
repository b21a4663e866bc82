import { proxyErrors, Refusal } from "../errors.ts";
import type { Answer, ForwardPlan } from "../plan.ts";
import { readLimited } from "./read-limited.ts";
import { watchRequestBody } from "./request-body.ts";

export type OutgoingBodyOptions = {
  /** Bodies with an announced size up to this are read completely. */
  smallBytes: number;
  idleMs: number;
  stop: (answer: Answer) => void;
  sent: () => void;
};

/** Returns the body for `fetch`: nothing, bytes, or a watched stream. Refuses a body that cannot be sent. */
export async function outgoingBody(
  { body, announcedBytes: announced }: ForwardPlan,
  request: Request,
  { smallBytes, idleMs, stop, sent }: OutgoingBodyOptions,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined> {
  if (body.kind === "none") return undefined;
  if (body.kind === "bytes") return body.bytes as Uint8Array<ArrayBuffer>;
  if (request.bodyUsed) throw new Refusal(proxyErrors.bodyDrained());
  if (request.body && (announced === undefined || announced > smallBytes))
    return watchRequestBody(request.body, { announced, idleMs, stop, sent, filter: body.filter });
  const bytes = await readLimited(request.body, smallBytes, idleMs);
  if (announced === undefined) return undefined;
  if (bytes.byteLength !== announced)
    throw new Refusal(proxyErrors.bodyCutShort(announced, bytes.byteLength));
  const passed = body.filter ? body.filter.pass(bytes) : bytes;
  body.filter?.end();
  return passed as Uint8Array<ArrayBuffer>;
}
