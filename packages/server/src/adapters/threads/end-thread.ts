import type { Worker } from "node:worker_threads";
import type { Reply, ToThread } from "./messages.ts";

/** A thread in the middle of a long step can't answer; it is ended all the same. */
const graceMs = 200;

/**
 * Ends a thread. It gets a message first, so that it can end the programs that it started: not all of them notice by themselves
 * that their thread is gone. Resolves when the thread is gone.
 */
export async function endThread(worker: Worker): Promise<void> {
  // It is gone already.
  if (worker.threadId === -1) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.on("message", ({ kind }: Reply) => kind === "stopped" && done());
    worker.once("exit", done);
    worker.postMessage({ kind: "stop" } satisfies ToThread);
  });
  await worker.terminate();
}
