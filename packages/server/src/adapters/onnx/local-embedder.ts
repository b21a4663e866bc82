import { availableParallelism } from "node:os";
import { systemTimer, type Timer } from "../../kernel/timer.ts";
import type { Embedder, Embeddings } from "../../models/embedder.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import { connectEncoder } from "./encoder-connection.ts";
import { readEncoderFolder } from "./encoder-folder.ts";
import { encoderSpace } from "./encoder-space.ts";

export type LocalEmbedder = Embedder & {
  /** Ends the thread. What still waits is refused. */
  close(): Promise<void>;
};

/** Texts in one run of the model. A question waits for one run at most. */
const textsPerBatch = 16;
/** Calls that may wait; more are refused. */
const maxWaiting = 256;
const batchMs = 60_000;
/** Threads of the runtime: more gain little with small models. */
const maxThreads = 4;

type Call = { texts: string[]; isQuery: boolean; signal: AbortSignal } & PromiseWithResolvers<Embeddings>;

/**
 * An embedder over a folder with a sentence encoder in ONNX form. Its thread starts with the first text, and runs
 * questions before passages. `entry`: the code of the thread, which calls `serveEncoder`. Throws OperatorError when the folder holds none.
 */
export async function openLocalEmbedder(
  folder: string,
  entry: URL,
  timer: Timer = systemTimer,
): Promise<LocalEmbedder> {
  const encoder = await readEncoderFolder(folder);
  const space = await encoderSpace(encoder);
  const threads = Math.max(1, Math.min(maxThreads, availableParallelism() - 1));
  const connection = connectEncoder(encoder, { entry, threads, batchMs }, timer);
  const waiting: Call[] = [];
  let running = false;
  let closed = false;

  const refused = (reason: string, cause?: unknown) =>
    new ModelUnavailableError(`The embedding model in ${folder} can't be used now: ${reason}.`, { cause });

  /** Question first, then the order of the calls. */
  const next = (): Call | undefined => {
    const at = waiting.findIndex(({ isQuery }) => isQuery);
    return waiting.splice(Math.max(0, at), 1)[0];
  };

  const runQueue = async () => {
    if (running) return;
    running = true;
    for (let call = next(); call; call = next()) {
      try {
        const { vectors, tokens } = await connection.encode(call.texts);
        call.resolve({ vectors, usage: { tokensIn: tokens, tokensOut: 0 } });
      } catch (error) {
        call.reject(refused((error as Error).message, error));
      }
    }
    running = false;
  };

  const encode = (texts: string[], isQuery: boolean, signal: AbortSignal): Promise<Embeddings> => {
    signal.throwIfAborted();
    if (closed) throw refused("the service is stopping");
    if (waiting.length >= maxWaiting) throw refused("too many texts are waiting for it");
    const call: Call = { texts, isQuery, signal, ...Promise.withResolvers<Embeddings>() };
    const onAbort = () => {
      const at = waiting.indexOf(call);
      if (at >= 0) waiting.splice(at, 1);
      call.reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.push(call);
    void runQueue();
    return call.promise.finally(() => signal.removeEventListener("abort", onAbort));
  };

  return {
    space,
    async embed(texts, purpose, signal) {
      const vectors: Float32Array[] = [];
      let tokensIn = 0;
      for (let from = 0; from < texts.length; from += textsPerBatch) {
        const batch = texts.slice(from, from + textsPerBatch).map((text) => encoder.prefixes[purpose] + text);
        const result = await encode(batch, purpose === "query", signal);
        vectors.push(...result.vectors);
        tokensIn += result.usage.tokensIn ?? 0;
      }
      return { vectors, usage: { tokensIn, tokensOut: 0 } };
    },
    async close() {
      closed = true;
      for (const call of waiting.splice(0)) call.reject(refused("the service is stopping"));
      await connection.close();
    },
  };
}
