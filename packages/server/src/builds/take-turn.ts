import type { ContentLock } from "../ports/content-lock.ts";

/**
 * Runs a task when its turn comes. A task that still waits when the signal aborts is rejected at once, with the
 * signal's reason.
 */
export async function takeTurn<T>(
  lock: ContentLock,
  key: string,
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let begun = false;
  const turn = lock(key, async () => {
    begun = true;
    signal.throwIfAborted();
    return task();
  });
  const left = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => !begun && reject(signal.reason), { once: true });
  });
  turn.catch(() => {}); // reported by the race, unless it was left
  return Promise.race([turn, left]);
}
