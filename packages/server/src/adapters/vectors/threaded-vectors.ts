import { Worker } from "node:worker_threads";
import type { VectorHit, VectorIndex } from "../../retrieval/dense/vector-index.ts";
import type { FromVectorThread, ToVectorThread } from "./vector-messages.ts";

/** A search that takes longer means a thread that hangs: the first one of a project reads all of its vectors. */
const searchMs = 30_000;

/** Searches in a thread of its own, which starts with the first search. */
export function createThreadedVectors(entry: URL, workerData: unknown): VectorIndex {
  const waiting = new Map<number, PromiseWithResolvers<VectorHit[]>>();
  let worker: Worker | undefined;
  let searches = 0;
  let closed = false;

  const fail = (error: Error) => {
    for (const search of waiting.values()) search.reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(entry, { workerData });
    started.on("message", (message: FromVectorThread) => {
      const search = waiting.get(message.id);
      if ("error" in message) search?.reject(new Error(message.error));
      else search?.resolve(message.hits);
    });
    started.on("error", fail);
    started.once("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      fail(new Error("The thread that searches vectors ended"));
    });
    started.unref();
    return started;
  };
  const send = (to: Worker, message: ToVectorThread) => to.postMessage(message);

  return {
    async search(space, query) {
      if (closed) throw new Error("The service is stopping");
      worker ??= start();
      const thread = worker;
      const id = ++searches;
      const search = Promise.withResolvers<VectorHit[]>();
      waiting.set(id, search);
      const timer = setTimeout(() => void thread.terminate(), searchMs);
      try {
        send(thread, { kind: "search", id, space, query });
        return await search.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    changed(projectId) {
      if (worker) send(worker, { kind: "changed", projectId });
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
