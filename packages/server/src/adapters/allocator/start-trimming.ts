import { Worker } from "node:worker_threads";
import type { Timer } from "../../kernel/timer.ts";
import { trimWhileWorking } from "./trim-while-working.ts";

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./trim-thread.ts" : "./trim-thread.mjs",
  import.meta.url,
);

/** Makes the C library (glibc) give all memory that was freed back to the system. Other systems do so by themselves. */
export const trimFreedMemory = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
    worker.once("error", reject);
    worker.once("exit", () => resolve());
    // A stop of the service does not wait for it.
    worker.unref();
  });

/** Starts giving memory back where the C library keeps it. Answers how to end that. */
export function startTrimming(timer: Timer, onFailure: (error: unknown) => void): () => void {
  if (process.platform !== "linux") return () => {};
  return trimWhileWorking(trimFreedMemory, onFailure, timer);
}
