import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Timer } from "../../kernel/timer.ts";
import type { EncoderFolder } from "./encoder-folder.ts";
import type { BatchResult, EncodeBatch, EncoderThreadData } from "./encoder-messages.ts";
import type { Encoded } from "./sentence-encoder.ts";

/** The thread with the model in it. It starts with the first batch. One batch at a time. */
export type EncoderConnection = {
  /** Rejects with what went wrong: the model's own words, or that the thread ended or took longer than allowed. */
  encode(texts: string[]): Promise<Encoded>;
  close(): Promise<void>;
};

export function connectEncoder(
  encoder: EncoderFolder,
  options: { entry: URL; threads: number; batchMs: number },
  timer: Timer,
): EncoderConnection {
  let worker: Worker | undefined;
  let batches = 0;

  const thread = (): Worker => {
    if (worker) return worker;
    const workerData: EncoderThreadData = { encoder, threads: options.threads };
    const started = new Worker(options.entry, { workerData });
    // Told to the batch that waits for it.
    started.on("error", () => {});
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    // A thread that waits for work does not keep the process.
    started.unref();
    worker = started;
    return started;
  };

  return {
    async encode(texts) {
      const current = thread();
      const batch: EncodeBatch = { id: ++batches, texts };
      const { promise, resolve, reject } = Promise.withResolvers<Encoded>();
      const onMessage = (result: BatchResult) => {
        if (result.id !== batch.id) return;
        if ("error" in result) reject(new Error(result.error));
        else resolve({ vectors: result.vectors, tokens: result.tokens });
      };
      const onError = (error: Error) => reject(error);
      const onExit = () => reject(new Error("its thread ended"));
      current.on("message", onMessage);
      current.on("error", onError);
      current.once("exit", onExit);
      const stopTimer = timer.every(options.batchMs, () => {
        reject(new Error(`it did not answer within ${options.batchMs / 1000} s`));
        // It may hang in the runtime: the next batch gets a new one.
        if (worker === current) worker = undefined;
        void current.terminate();
      });
      current.postMessage(batch);
      try {
        return await promise;
      } finally {
        stopTimer();
        current.off("message", onMessage);
        current.off("error", onError);
        current.off("exit", onExit);
      }
    },
    async close() {
      const current = worker;
      worker = undefined;
      if (!current || current.threadId === -1) return;
      const exited = once(current, "exit");
      await current.terminate();
      await exited.catch(() => {});
    },
  };
}
