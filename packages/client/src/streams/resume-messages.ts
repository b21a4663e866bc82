import { ApiError } from "../errors/api-error.ts";
import { ClientError } from "../errors/client-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { throwIfAborted } from "../transport/aborted.ts";
import { retryDelay } from "../transport/retry.ts";
import { sleep } from "../transport/sleep.ts";
import type { ReadLimits } from "./read-text.ts";
import type { Resumption } from "./resumption.ts";
import { endsStream, type StreamMessage, streamMessages } from "./stream-messages.ts";

/**
 * Yields the events of a stream whose connection was lost, after the last one that arrived. `lost` says why; it is
 * thrown when the rest cannot be had: the service does not know the stream any more, or cannot resume any.
 */
export async function* resumeMessages(
  from: { id: string; lastEventId: string | undefined },
  lost: ConnectionError,
  { reconnect, maxAttempts, endedEarly }: Resumption,
  { limits, signal }: { limits: ReadLimits; signal: AbortSignal | undefined },
): AsyncGenerator<StreamMessage, void, void> {
  let why = lost;
  let { lastEventId } = from;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await sleep(retryDelay({}, attempt, true) ?? 0, signal);
    let isLast = false;
    try {
      const { body, response } = await reconnect(from.id, lastEventId);
      for await (const message of streamMessages(body, response, limits)) {
        attempt = 0;
        isLast = endsStream(message);
        if (message.id) lastEventId = message.id;
        yield message;
      }
      if (isLast) return;
      why = new ConnectionError(endedEarly);
    } catch (error) {
      if (isLast) return;
      throwIfAborted(signal);
      if (limits.isExceeded || !(error instanceof ClientError)) throw error;
      why = error instanceof ConnectionError ? error : new ConnectionError(lost.message, { cause: error });
      // A service that starts again answers 503, or nothing. What it refuses otherwise it goes on refusing.
      if (error instanceof ApiError && error.status < 500) throw why;
    }
  }
  throw why;
}
