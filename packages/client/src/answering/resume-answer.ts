import type { CallOptions } from "../client-options.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { SourcesClient } from "../sources-client.ts";
import { callInit } from "../transport/call-init.ts";
import { retryDelay } from "../transport/retry.ts";
import { sleep } from "../transport/sleep.ts";
import { unwrap } from "../unwrap.ts";
import type { ReadLimits } from "./read-text.ts";
import { endsStream, type StreamMessage, streamMessages } from "./stream-messages.ts";

/** How often a stream is resumed without an event between. */
const maxAttempts = 5;

/** Where a stream stands: what it is called, and its last event that arrived. */
export type StreamPlace = { answerId: string; lastEventId: string | undefined };

/**
 * Yields the events of an answer whose connection was lost, after the last one that arrived. `lost` says why; it is
 * thrown when the rest cannot be had: the service does not know the answer any more, or cannot resume any.
 */
export async function* resumeAnswer(
  client: SourcesClient,
  place: StreamPlace,
  lost: ConnectionError,
  options: CallOptions & { limits: ReadLimits; signal: AbortSignal },
): AsyncGenerator<StreamMessage, void, void> {
  let why = lost;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await sleep(retryDelay({}, attempt, true) ?? 0, options.signal);
    const { body, response } = await connect(client, place, why, options);
    let isLast = false;
    try {
      for await (const message of streamMessages(body, response, options.limits)) {
        attempt = 0;
        isLast = endsStream(message);
        if (message.id) place.lastEventId = message.id;
        yield message;
      }
      if (isLast) return;
      why = new ConnectionError("The stream ended before the answer did. Ask again.");
    } catch (error) {
      if (isLast) return;
      if (!(error instanceof ConnectionError) || options.limits.isExceeded) throw error;
      why = error;
    }
  }
  throw why;
}

async function connect(
  client: SourcesClient,
  { answerId, lastEventId }: StreamPlace,
  lost: ConnectionError,
  options: CallOptions,
) {
  try {
    const result = await client.GET("/answers/{answer_id}/events", {
      params: { path: { answer_id: answerId } },
      headers: { accept: "text/event-stream", ...(lastEventId ? { "last-event-id": lastEventId } : {}) },
      parseAs: "stream",
      ...callInit(options),
    });
    return { body: await unwrap(result), response: result.response };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new ConnectionError(lost.message, { cause: error });
  }
}
