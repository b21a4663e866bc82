import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Timer } from "../../kernel/timer.ts";
import type { Database } from "./schema.ts";

/** How often it is looked whether much is free. */
const lookMs = 60_000;
/** Free pages are left for what comes next, up to this part of the file, or up to so many bytes. */
const maxFreePart = 0.05;
const maxFreeBytes = 256 * 1024;
/** What is given back in one commit, some milliseconds of the thread that answers HTTP, and the pause after it. */
const bytesPerSlice = 400 * 1024;
const pauseMs = 20;

/**
 * Gives the pages of the database that are free back to the disk, slice by slice, when they are many. It can do so where
 * the database was made for it (`auto_vacuum`); elsewhere new rows take the free pages. Answers how to end it.
 */
export function startShrinking(
  database: Kysely<Database>,
  {
    timer,
    emptyLog,
    onFailure,
  }: { timer: Timer; emptyLog: () => Promise<void>; onFailure: (error: unknown) => void },
): () => Promise<void> {
  const stopping = new AbortController();
  let shrinking: Promise<void> | null = null;
  const cancel = timer.every(lookMs, () => {
    shrinking ??= shrink(database, stopping.signal)
      // The log has grown by what was moved, and the file is cut when it is emptied.
      .then((shrunk) => (shrunk ? emptyLog() : undefined))
      .catch(onFailure)
      .finally(() => {
        shrinking = null;
      });
  });
  return async () => {
    cancel();
    stopping.abort();
    await shrinking;
  };
}

/** Gives back all free pages if they are many. Answers whether it gave back any. */
export async function shrink(database: Kysely<Database>, signal: AbortSignal): Promise<boolean> {
  if ((await pragma(database, "auto_vacuum")) !== incremental) return false;
  const pages = await pragma(database, "page_count");
  const pageBytes = await pragma(database, "page_size");
  const pagesPerSlice = Math.ceil(bytesPerSlice / pageBytes);
  let free = await pragma(database, "freelist_count");
  if (free <= Math.max(maxFreeBytes / pageBytes, pages * maxFreePart)) return false;
  while (free > 0 && !signal.aborted) {
    await sql.raw(`pragma incremental_vacuum(${pagesPerSlice})`).execute(database);
    const left = await pragma(database, "freelist_count");
    // Others took them, or the disk is full: the next look tries again.
    if (left >= free) break;
    free = left;
    await pause(pauseMs);
  }
  return true;
}

/** The value of `pragma auto_vacuum` that lets us choose when. */
const incremental = 2;

const pragma = async (
  database: Kysely<Database>,
  name: "auto_vacuum" | "page_count" | "page_size" | "freelist_count",
): Promise<number> => {
  const { rows } = await sql.raw<Record<string, number>>(`pragma ${name}`).execute(database);
  return rows[0]?.[name] ?? 0;
};
