import type { MessagePort } from "node:worker_threads";
import type { BatchResult, EncodeBatch, EncoderThreadData } from "./encoder-messages.ts";
import { loadSentenceEncoder, type SentenceEncoder } from "./sentence-encoder.ts";

/** Runs a sentence encoder for what comes over a port, a batch at a time. The first one loads it. */
export function serveEncoder(port: MessagePort, { encoder, threads }: EncoderThreadData): void {
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
}
