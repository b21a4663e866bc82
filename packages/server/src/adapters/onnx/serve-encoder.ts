import type { MessagePort } from "node:worker_threads";
import type { EncodeResult, EncoderThreadData, EncodeText } from "./encoder-messages.ts";
import { loadSentenceEncoder, type SentenceEncoder } from "./sentence-encoder.ts";

/** Runs a sentence encoder for what comes over a port, a text at a time. The first one loads it. */
export function serveEncoder(port: MessagePort, { encoder }: EncoderThreadData): void {
  let loading: Promise<SentenceEncoder> | undefined;
  port.on("message", async ({ id, text }: EncodeText) => {
    try {
      loading ??= loadSentenceEncoder(encoder);
      const encode = await loading;
      port.postMessage({ id, ...(await encode(text)) } satisfies EncodeResult);
    } catch (error) {
      // Next time the files may be whole again.
      loading = undefined;
      port.postMessage({ id, error: (error as Error).message } satisfies EncodeResult);
    }
  });
}
