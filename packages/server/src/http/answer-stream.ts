import { Readable } from "node:stream";
import { RouteReply } from "./define-route.ts";
import { errorReply } from "./error-body.ts";

/** One server-sent event; `data` is sent as JSON. */
export type ServerEvent = { event: string; data: unknown };

/**
 * Sends events as a `text/event-stream` (HTML Living Standard). A failure before the first event is answered with its
 * status, as without a stream. A later failure ends the stream with an `error` event whose data is the error body.
 */
export async function streamEvents(events: AsyncIterable<ServerEvent>, failure: string): Promise<RouteReply> {
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  return new RouteReply(Readable.from(framesOf(first, iterator, failure), { objectMode: false }), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
  });
}

/** Releases the rest however the stream ends, also when the client leaves. */
async function* framesOf(
  first: IteratorResult<ServerEvent>,
  rest: AsyncIterator<ServerEvent>,
  failure: string,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield frame(next.value);
  } catch (error) {
    yield frame({ event: "error", data: errorReply(error, failure).body });
  } finally {
    await rest.return?.();
  }
}

const frame = ({ event, data }: ServerEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
