import { Worker } from "node:worker_threads";

export type ParseOrder = { bytes: Uint8Array; extension: string };
export type ParseAnswer = { fault: string | null };

/** Far more than any of these small documents takes, also on a busy machine. */
const defaultLimitMs = 30_000;

export type ParseThread = {
  /** Parses one document at a time. Throws when the result is not well-formed, or when there is none within the limit. */
  parse(bytes: Uint8Array, extension: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Parses damaged documents in a thread of its own, as the service does. A parser in an endless loop cannot be stopped from
 * within: this thread is ended instead, and the next document gets a new one.
 */
export function createParseThread({ limitMs = defaultLimitMs } = {}): ParseThread {
  let thread: Worker | undefined;
  const answerTo = (order: ParseOrder) =>
    new Promise<ParseAnswer>((resolve, reject) => {
      thread ??= new Worker(new URL("./parse-thread-entry.ts", import.meta.url));
      const started = thread;
      const settle = () => {
        clearTimeout(late);
        started.off("message", answered).off("error", failed);
      };
      const answered = (answer: ParseAnswer) => {
        settle();
        resolve(answer);
      };
      const failed = (cause: unknown) => {
        settle();
        thread = undefined;
        void started.terminate();
        reject(cause);
      };
      const late = setTimeout(
        () => failed(new Error(`Parsing .${order.extension} did not end within ${limitMs / 1000} s`)),
        limitMs,
      );
      started.on("message", answered).on("error", failed);
      started.postMessage(order);
    });
  return {
    async parse(bytes, extension) {
      const { fault } = await answerTo({ bytes, extension });
      if (fault !== null) throw new Error(fault);
    },
    async close() {
      await thread?.terminate();
    },
  };
}
