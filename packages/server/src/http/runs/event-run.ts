import type { Clock } from "../../kernel/clock.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import { type ErrorReply, errorReply } from "../error-body.ts";
import { errorEvent, eventFrame } from "../event-frame.ts";

/**
 * The events of one piece of work, kept while it runs and for a while after it, so that a reader who lost its connection
 * can go on. The event at position N has the id N, from 1.
 */
export type EventRun = {
  readonly bytes: number;
  readonly lastEventId: number;
  /** When it ended, in ms since 1970; null while it runs. */
  readonly endedAt: number | null;
  readonly hasEnded: boolean;
  /** Since when the run has had no reader, in ms since 1970; null while it has one, and for a run that was resumed. */
  readonly unreadSince: number | null;
  /** Whether it went on after a restart: its events come again, from the first. */
  readonly isTakenUp: boolean;
  readonly startedAt: number;
  /** Adds an event; false when the run has ended. */
  push(frame: Uint8Array): boolean;
  /** Ends the run; with an error, that is its last event. False when it had ended. */
  end(error?: ErrorReply): boolean;
  /**
   * The events after an id: those that are there, then those that come. Ends with the run, or with the signal. Where a run that
   * was taken up ends earlier than the id says, its last event comes.
   */
  read(after: number, signal: AbortSignal): AsyncGenerator<Uint8Array>;
  /** Says that somebody reads it in another process. */
  readElsewhere(): void;
  /** Whether its events were forgotten. */
  readonly isDropped: boolean;
  /** Forgets its events and ends it, if it runs. Each reader gets the error as the last event instead of the rest. */
  drop(error: ErrorReply): void;
  /** Whether any event holds this text, which must be printable ASCII. */
  holds(text: string): boolean;
  /** The events so far. */
  readonly events: readonly Uint8Array[];
};

export function createEventRun(clock: Clock, { isTakenUp = false } = {}): EventRun {
  const now = () => clock.now().getTime();
  let frames: Uint8Array[] = [];
  let dropped: ErrorReply | undefined;
  const startedAt = now();
  let bytes = 0;
  let endedAt: number | null = null;
  let readers = 0;
  let unreadSince: number | null = startedAt;
  let change = Promise.withResolvers<void>();
  const notifyReaders = () => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const add = (frame: Uint8Array) => {
    frames.push(frame);
    bytes += frame.byteLength;
  };

  return {
    startedAt,
    isTakenUp,
    get bytes() {
      return bytes;
    },
    get lastEventId() {
      return frames.length;
    },
    get endedAt() {
      return endedAt;
    },
    get hasEnded() {
      return endedAt !== null;
    },
    get unreadSince() {
      // Clients that wait for it can't know when the service is back.
      return isTakenUp ? null : unreadSince;
    },
    push(frame) {
      if (endedAt !== null) return false;
      add(frame);
      notifyReaders();
      return true;
    },
    end(error) {
      if (endedAt !== null) return false;
      if (error) add(eventFrame(frames.length + 1, errorEvent(error)));
      endedAt = now();
      notifyReaders();
      return true;
    },
    readElsewhere() {
      if (readers === 0) unreadSince = now();
    },
    get isDropped() {
      return dropped !== undefined;
    },
    drop(error) {
      dropped = error;
      frames = [];
      bytes = 0;
      endedAt ??= now();
      notifyReaders();
    },
    async *read(after, signal) {
      readers += 1;
      unreadSince = null;
      signal.addEventListener("abort", notifyReaders);
      try {
        for (let at = after; ; ) {
          if (dropped) {
            yield eventFrame(at + 1, errorEvent(dropped));
            return;
          }
          if (endedAt !== null && at > frames.length) at = frames.length - 1;
          const frame = frames[at];
          if (frame) {
            at += 1;
            yield frame;
          } else if (endedAt !== null) return;
          else if (signal.aborted) {
            // A client that left reads nothing more. One whose token was revoked gets an error event.
            if (signal.reason instanceof ServiceError)
              yield eventFrame(at + 1, errorEvent(errorReply(signal.reason)));
            return;
          } else await change.promise;
        }
      } finally {
        signal.removeEventListener("abort", notifyReaders);
        readers -= 1;
        if (readers === 0) unreadSince = now();
      }
    },
    holds: (text) => frames.some((frame) => frameHolds(frame, text)),
    get events() {
      return frames;
    },
  };
}

export const frameHolds = (frame: Uint8Array, text: string): boolean =>
  Buffer.from(frame.buffer, frame.byteOffset, frame.length).includes(text);
