import { throwIfAborted } from "./aborted.ts";
import { startDeadline } from "./deadline.ts";

/** Waits `ms` milliseconds. Rejects with the signal's reason when the signal aborts first. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  const wait = startDeadline(ms, signal);
  await wait.ended.catch(() => {});
  wait.end();
  throwIfAborted(signal);
}
