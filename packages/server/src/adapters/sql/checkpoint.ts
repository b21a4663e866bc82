import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";

export type CheckpointOptions = {
  /** Called when the log could not be emptied, mostly because others were reading from it: it is tried again until it is. */
  onLeft?: (error: unknown) => void;
  /** Pauses between tries, in ms: first those that callers wait for, then, again and again, the last one. */
  pauses?: number[];
  laterMs?: number;
};

export type Checkpoint = {
  /** Resolves when the log is empty, or was not to be emptied to the last try. */
  empty(): Promise<void>;
  /** Plans no more tries. */
  close(): void;
};

/** How long one waits for others that are about to delete, in ms: emptying the log costs as much as several commits. */
const gatherMs = 4;

/** Reads of other threads and processes end within these, unless one is a backup. */
const defaultPauses = [2, 5, 10, 20, 40, 80];
const defaultLaterMs = 1_000;

/**
 * Empties SQLite's write-ahead log into the database file, so that what was deleted is in neither: the log keeps
 * what was written, and deleted since, until it is emptied. Callers that come while one gathers share its turn. While
 * another thread or process reads from the log it can't be emptied: after some tries callers go on, and it is emptied
 * later.
 */
export const createCheckpoint = <T>(
  database: Kysely<T>,
  { onLeft = () => {}, pauses = defaultPauses, laterMs = defaultLaterMs }: CheckpointOptions = {},
): Checkpoint => {
  let gathering: Promise<void> | null = null;
  let later: NodeJS.Timeout | undefined;
  let closed = false;

  /** Why it could not be emptied; null when it is empty. */
  const tryOnce = async (): Promise<unknown> => {
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
      return rows[0]?.busy === 0 ? null : new Error("Others were reading from the write-ahead log");
    } catch (error) {
      return error ?? new Error("The write-ahead log can't be emptied");
    }
  };
  const tryLater = () => {
    if (closed || later) return;
    later = globalThis.setTimeout(async () => {
      later = undefined;
      if (!closed && (await tryOnce()) !== null) tryLater();
    }, laterMs);
    later.unref();
  };
  const emptied = async () => {
    await setTimeout(gatherMs);
    gathering = null;
    let error = await tryOnce();
    for (const pause of pauses) {
      if (error === null) return;
      await setTimeout(pause);
      error = await tryOnce();
    }
    if (error === null) return;
    if (!later) onLeft(error);
    tryLater();
  };

  return {
    empty() {
      gathering ??= emptied();
      return gathering;
    },
    close() {
      closed = true;
      clearTimeout(later);
    },
  };
};
