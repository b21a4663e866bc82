import type { Timer } from "../../kernel/timer.ts";

const tickMs = 15_000;

/** CPU time within a tick, in ms, that counts as work: answering pings and watching files stay far below. */
const workMs = 300;

/** Threads that read documents end after 20 s without work, and V8 gives their pages back some 10 s later. */
const ticksAfterWork = 4;

/**
 * Calls `trim` now and then while the process works, and for a minute after: native code frees most of what a document
 * took, but the C library keeps it (after 1,500 documents 110 of 340 MB). A process at rest is left alone.
 * Answers how to end it, which waits for the trim that runs.
 */
export function trimWhileWorking(
  trim: () => Promise<void>,
  onFailure: (error: unknown) => void,
  timer: Timer,
  cpuMs: () => number = processCpuMs,
): () => Promise<void> {
  let before = cpuMs();
  let left = 0;
  let running: Promise<void> | undefined;
  const stop = timer.every(tickMs, () => {
    const now = cpuMs();
    const worked = now - before >= workMs;
    before = now;
    left = worked ? ticksAfterWork : left - 1;
    if (left < 0 || running) return;
    running = trim()
      .catch((error: unknown) => {
        // What is missing now is missing next time.
        stop();
        onFailure(error);
      })
      .finally(() => {
        running = undefined;
        // Its own work is not a reason for the next.
        before = cpuMs();
      });
  });
  return async () => {
    stop();
    await running;
  };
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
