import type { StreamBody } from "./read-text.ts";
import type { StreamMessage } from "./stream-messages.ts";

/** How a kind of stream is resumed. */
export type Resumption = {
  /** The id of the stream at the service, if the event has it. */
  idOf: (message: StreamMessage) => string | undefined | false;
  /** Asks for the events after one; for all without one. */
  reconnect: (
    id: string,
    lastEventId: string | undefined,
  ) => Promise<{ body: StreamBody; response: Response }>;
  /** How often a stream is resumed without an event between. */
  maxAttempts: number;
  /** What to say when a stream has no end. */
  endedEarly: string;
};
