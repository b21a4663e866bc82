import { ConnectionError } from "../errors/connection-error.ts";
import type { ReadLimits } from "./read-text.ts";
import type { Resumption } from "./resumption.ts";
import { endsStream, type StreamMessage } from "./stream-messages.ts";

/** Goes on where the connection was lost, once the stream has sent its id. */
export async function* resumable(
  messages: AsyncIterable<StreamMessage>,
  resumption: Resumption,
  options: { limits: ReadLimits; signal: AbortSignal | undefined },
): AsyncGenerator<StreamMessage, void, void> {
  let id: string | undefined;
  let lastEventId: string | undefined;
  let lost: ConnectionError;
  let isLast = false;
  try {
    for await (const message of messages) {
      isLast = endsStream(message);
      id ??= resumption.idOf(message) || undefined;
      if (id) lastEventId = message.id;
      yield message;
    }
    if (isLast) return;
    lost = new ConnectionError(resumption.endedEarly);
  } catch (error) {
    if (isLast) return;
    if (!(error instanceof ConnectionError) || options.limits.isExceeded) throw error;
    lost = error;
  }
  if (!id) throw lost;
  // Rarely needed, so it is loaded only then.
  const { resumeMessages } = await import("./resume-messages.ts");
  yield* resumeMessages({ id, lastEventId }, lost, resumption, options);
}
