import { Readable } from "node:stream";
import type { ProjectEvent } from "../events/event.ts";
import { errorReply } from "./error-body.ts";
import { errorEvent } from "./event-frame.ts";
import { presentEvent } from "./present/event.ts";

/**
 * The bytes of a stream of events. A failure before the first batch is thrown; a later one is an `error` event without an id,
 * so that the client resumes after the last event that it got. `signal`: its reason is sent as the last event when it aborts.
 */
export async function streamFeed(
  batches: AsyncIterable<ProjectEvent[]>,
  { signal, failure }: { signal: AbortSignal; failure: string },
): Promise<Readable> {
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(framesOf(first, iterator, signal, failure), { objectMode: false });
}

async function* framesOf(
  first: IteratorResult<ProjectEvent[]>,
  rest: AsyncIterator<ProjectEvent[]>,
  signal: AbortSignal,
  failure: string,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield framesOfBatch(next.value);
    if (signal.aborted) yield errorFrame(signal.reason, failure);
  } catch (error) {
    yield errorFrame(error, failure);
  } finally {
    await rest.return?.();
  }
}

const framesOfBatch = (events: ProjectEvent[]): Uint8Array =>
  Buffer.from(events.length === 0 ? signOfLife : events.map(frameOf).join(""));

/** A comment, which clients skip. */
const signOfLife = ":\n\n";

const frameOf = (event: ProjectEvent): string =>
  `id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`;

const errorFrame = (error: unknown, failure: string): Uint8Array => {
  const { event, data } = errorEvent(errorReply(error, failure));
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
};
