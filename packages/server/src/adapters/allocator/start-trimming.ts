import { Worker } from "node:worker_threads";
import type { Timer } from "../../kernel/timer.ts";
import { trimWhileWorking } from "./trim-while-working.ts";
import { usesGlibc } from "./uses-glibc.ts";

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./trim-thread.ts" : "./trim-thread.mjs",
  import.meta.url,
);

/** Makes the C library give all memory that was freed back to the system. Rejects where it is not glibc. */
export const trimFreedMemory = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
    worker.once("error", reject);
    worker.once("exit", () => resolve());
  });

/** Starts giving memory back where the C library keeps it. Answers how to end that. */
export function startTrimming(timer: Timer, onFailure: (error: unknown) => void): () => Promise<void> {
  if (!usesGlibc()) return async () => {};
  return trimWhileWorking(trimFreedMemory, onFailure, timer);
}
