import { ConnectionError } from "../errors/connection-error.ts";
import { throwIfAborted } from "../transport/aborted.ts";
import { retryDelay } from "../transport/retry.ts";
import { sleep } from "../transport/sleep.ts";
import type { ReadLimits } from "./read-text.ts";
import type { StreamMessage } from "./stream-messages.ts";

type ReopenOptions = {
  limits: ReadLimits;
  signal: AbortSignal | undefined;
  /** Default 2. */
  maxRetries: number | undefined;
};

/** Opens a stream again that is lost before its first message. Only for requests that do no harm when they are repeated. */
export async function* reopened(
  open: () => Promise<AsyncIterable<StreamMessage>>,
  { limits, signal, maxRetries = 2 }: ReopenOptions,
): AsyncGenerator<StreamMessage, void, void> {
  for (let attempt = 1; ; attempt++) {
    // A call that gets no answer has been retried already.
    const messages = await open();
    let hasBegun = false;
    const mayReopen = () => !hasBegun && !limits.isExceeded && attempt <= maxRetries;
    try {
      for await (const message of messages) {
        hasBegun = true;
        yield message;
      }
      if (!mayReopen()) return;
    } catch (error) {
      throwIfAborted(signal);
      if (!mayReopen() || !(error instanceof ConnectionError)) throw error;
    }
    await sleep(retryDelay({}, attempt, true) ?? 0, signal);
  }
}
