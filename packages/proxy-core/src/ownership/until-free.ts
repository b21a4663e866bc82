import { setTimeout as sleep } from "node:timers/promises";

/** Maximum milliseconds to wait for a database that other processes write to. Less than a store may take for one call. */
const waitMs = 4_000;

/**
 * Repeats what SQLite refuses because another process holds the lock. SQLite's own wait (`busy_timeout`) would stop the
 * whole process meanwhile, and it doesn't cover the switch to WAL.
 */
export async function untilFree<T>(question: () => T): Promise<T> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return question();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    // By chance, so that two processes don't meet again and again.
    await sleep(1 + Math.random() * 9);
  }
}

/** Whether another connection holds the lock: `errcode` of `node:sqlite`, `code` of `better-sqlite3`. */
export function isBusy(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  // The lowest byte is SQLITE_BUSY, the others say why: recovery, an old snapshot.
  if (typeof errcode === "number") return (errcode & 0xff) === 5;
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}
