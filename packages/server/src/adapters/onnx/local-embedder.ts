import { systemTimer, type Timer } from "../../kernel/timer.ts";
import type { Embedder, EmbeddingPurpose, Embeddings, EmbeddingUrgency } from "../../models/embedder.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import { readEncoderFolder } from "./encoder-folder.ts";
import { encoderSpace } from "./encoder-space.ts";
import { connectModel } from "./model-connection.ts";
import type { Encoded, EncoderInput } from "./sentence-encoder.ts";
import { withoutFirst } from "./word-vectors.ts";

export type LocalEmbedder = Embedder & {
  /** Ends the thread. Texts that still wait are refused. */
  close(): Promise<void>;
};

/** Calls that may wait; more are refused. Each has one text in the queue. */
const maxWaiting = 256;
const textMs = 60_000;
/** A loaded model takes some hundred MB, and half a second to load. */
const idleMs = 5 * 60_000;

type Rank = 0 | 1 | 2;
type Waiting = { input: EncoderInput; rank: Rank } & PromiseWithResolvers<Encoded>;

/**
 * An embedder over a folder with a sentence encoder in ONNX form. Its thread starts with the first text, ends when idle, and runs
 * questions first, then passages that a question waits for, then those of the background. `entry`: the code of the thread,
 * which calls `serveModel`. Throws OperatorError when the folder holds no encoder.
 */
export async function openLocalEmbedder(
  folder: string,
  entry: URL,
  timer: Timer = systemTimer,
): Promise<LocalEmbedder> {
  const encoder = await readEncoderFolder(folder);
  const space = await encoderSpace(encoder);
  const connection = connectModel<EncoderInput, Encoded>({ encoder }, { entry, textMs, idleMs }, timer);
  const waiting: Waiting[] = [];
  let running = false;
  let closed = false;

  const refused = (reason: string, cause?: unknown) =>
    new ModelUnavailableError(`The embedding model in ${folder} can't be used now: ${reason}.`, { cause });

  /** The most urgent; among equals the one that has waited longest. */
  const next = (): Waiting | undefined => {
    let best = 0;
    for (const [at, { rank }] of waiting.entries()) if (rank < (waiting[best]?.rank ?? 0)) best = at;
    return waiting.splice(best, 1)[0];
  };

  const runQueue = async () => {
    if (running) return;
    running = true;
    for (let text = next(); text; text = next()) {
      try {
        text.resolve(await connection.run(text.input));
      } catch (error) {
        text.reject(refused((error as Error).message, error));
      }
    }
    running = false;
  };

  const encode = (input: EncoderInput, rank: Rank, signal: AbortSignal): Promise<Encoded> => {
    signal.throwIfAborted();
    if (closed) throw refused("the service is stopping");
    if (waiting.length >= maxWaiting) throw refused("too many texts are waiting for it");
    const entry: Waiting = { input, rank, ...Promise.withResolvers<Encoded>() };
    const onAbort = () => {
      const at = waiting.indexOf(entry);
      if (at >= 0) waiting.splice(at, 1);
      entry.reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.push(entry);
    void runQueue();
    return entry.promise.finally(() => signal.removeEventListener("abort", onAbort));
  };

  const withPrefix = (text: string, purpose: EmbeddingPurpose): string => {
    const prefix = encoder.prefixes[purpose];
    // A caller that knows the model may have written the prefix itself.
    return text.startsWith(prefix) ? text : prefix + text;
  };

  return {
    space,
    async embed(texts, purpose, signal, urgency: EmbeddingUrgency = "now"): Promise<Embeddings> {
      const rank = urgency === "background" ? 2 : purpose === "query" ? 0 : 1;
      const vectors: Float32Array[] = [];
      let tokensIn = 0;
      for (const text of texts) {
        const { vector, tokens } = await encode({ text: withPrefix(text, purpose) }, rank, signal);
        vectors.push(vector);
        tokensIn += tokens;
      }
      return { vectors, usage: { tokensIn, tokensOut: 0 } };
    },
    async embedWords(text, purpose, signal) {
      const input = { text: withPrefix(text, purpose), words: true };
      const { vector, tokens, words } = await encode(input, purpose === "query" ? 0 : 1, signal);
      const usage = { tokensIn: tokens, tokensOut: 0 };
      return { vector, usage, ...(words && { words: withoutFirst(words, encoder.prefixes[purpose]) }) };
    },
    async close() {
      closed = true;
      for (const text of waiting.splice(0)) text.reject(refused("the service is stopping"));
      await connection.close();
    },
  };
}
