import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../threads/lower-priority.ts";
import type { BatchResult, EncodeBatch, EncoderThreadData } from "./encoder-messages.ts";
import { loadSentenceEncoder, type SentenceEncoder } from "./sentence-encoder.ts";

/** The entry of the thread that runs a sentence encoder, a batch at a time. */
if (!parentPort) throw new Error("encoder-thread runs as a worker thread only");
const port = parentPort;

/** After the threads that answer; those that the runtime starts take this over. */
lowerThreadPriority(8);

const { encoder, threads } = workerData as EncoderThreadData;
let loading: Promise<SentenceEncoder> | undefined;

port.on("message", async ({ id, texts }: EncodeBatch) => {
  try {
    loading ??= loadSentenceEncoder(encoder, threads);
    const encode = await loading;
    const result: BatchResult = { id, ...(await encode(texts)) };
    port.postMessage(result);
  } catch (error) {
    // Next time the files may be whole again.
    loading = undefined;
    port.postMessage({ id, error: (error as Error).message } satisfies BatchResult);
  }
});
