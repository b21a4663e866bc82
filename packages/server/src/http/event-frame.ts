/** One server-sent event; `data` is sent as JSON. */
export type ServerEvent = { event: string; data: unknown };

/** The bytes of an event (HTML Living Standard, 9.2). JSON has no line break, so an event has one `data` line. */
export const eventFrame = (id: number, { event, data }: ServerEvent): Uint8Array =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

export const eventStreamType = "text/event-stream";

export const eventStreamHeaders = {
  "content-type": eventStreamType,
  "cache-control": "no-store",
  "x-accel-buffering": "no",
} as const;
