import type { ErrorReply } from "./error-body.ts";

/** One server-sent event; `data` is sent as JSON. */
export type ServerEvent = { event: string; data: unknown };

/** The bytes of an event (HTML Living Standard, 9.2). JSON has no line break, so an event has one `data` line. */
export const eventFrame = (id: number, { event, data }: ServerEvent): Uint8Array =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** The last event of a stream that failed: the error body, and the status that there is no other place for. */
export const errorEvent = ({ body, status }: Pick<ErrorReply, "body" | "status">): ServerEvent => ({
  event: "error",
  data: { ...body, status },
});

export const eventStreamType = "text/event-stream";

export const eventStreamHeaders = {
  "content-type": eventStreamType,
  "cache-control": "no-store",
  "x-accel-buffering": "no",
} as const;
