import { RouteReply } from "./define-route.ts";
import { errorReply } from "./error-body.ts";
import { errorEvent, eventFrame, eventStreamHeaders, type ServerEvent } from "./event-frame.ts";

/**
 * Sends events as a `text/event-stream`. Each event is one piece of bytes; its id is its number, from 1. A failure before
 * the first event is answered with its status, as without a stream. A later failure ends the stream with an `error`
 * event whose data is the error body with its status.
 */
export async function streamEvents(events: AsyncIterable<ServerEvent>, failure: string): Promise<RouteReply> {
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  return new RouteReply(framesOf(first, iterator, failure), { headers: eventStreamHeaders });
}

/** Releases the rest however the stream ends, also when the client leaves. */
async function* framesOf(
  first: IteratorResult<ServerEvent>,
  rest: AsyncIterator<ServerEvent>,
  failure: string,
): AsyncGenerator<Uint8Array> {
  let id = 0;
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      id += 1;
      yield eventFrame(id, next.value);
    }
  } catch (error) {
    yield eventFrame(id + 1, errorEvent(errorReply(error, failure)));
  } finally {
    await rest.return?.();
  }
}
