import type { Worker } from "node:worker_threads";

/**
 * Bytes that a thread holds: heap, WASM, buffers. None of them shrinks by itself, so that a thread which holds much is
 * better replaced. Infinity when it can't be asked any more: it just ended, and is not to be kept.
 */
export async function heldBytes(worker: Worker): Promise<number> {
  try {
    const held = await worker.getHeapStatistics();
    return held.total_physical_size + held.external_memory + held.malloced_memory;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
