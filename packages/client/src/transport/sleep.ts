import { startDeadline } from "./deadline.ts";

/** Waits `ms` milliseconds. Rejects with the signal's reason when the signal aborts first. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const wait = startDeadline(ms, signal);
  await wait.ended.catch(() => {});
  wait.end();
  signal.throwIfAborted();
}
