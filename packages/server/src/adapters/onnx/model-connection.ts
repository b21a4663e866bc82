import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Timer } from "../../kernel/timer.ts";
import type { ModelReply, ModelRequest, ModelThreadData } from "./model-messages.ts";

/** The thread with a model in it. It starts with the first text, and ends when none comes for a while. */
export type ModelConnection<Input, Output> = {
  /** One input at a time. Rejects with what went wrong: the model's own words, or that the thread ended or took longer than allowed. */
  run(input: Input): Promise<Output>;
  close(): Promise<void>;
};

/** How long closing waits for the text that is read: many times what one takes. */
const lastTextMs = 1_000;

/** `entry`: the code of the thread, which calls `serveModel`. */
export function connectModel<Input, Output>(
  workerData: ModelThreadData,
  options: { entry: URL; textMs: number; idleMs: number },
  timer: Timer,
): ModelConnection<Input, Output> {
  let worker: Worker | undefined;
  let texts = 0;
  let underWay: Promise<unknown> = Promise.resolve();
  let stopIdling = () => {};

  const thread = (): Worker => {
    if (worker) return worker;
    const started = new Worker(options.entry, { workerData });
    // The text that waits for it gets the error.
    started.on("error", () => {});
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    // A thread that waits for work does not keep the process.
    started.unref();
    worker = started;
    return started;
  };
  const end = async () => {
    stopIdling();
    const current = worker;
    worker = undefined;
    if (!current || current.threadId === -1) return;
    const exited = once(current, "exit");
    // The model's runtime ends the whole process when its thread is ended while it computes.
    const late = Promise.withResolvers<void>();
    const stopWaiting = timer.every(lastTextMs, late.resolve);
    await Promise.race([underWay, late.promise]);
    stopWaiting();
    await current.terminate();
    await exited.catch(() => {});
  };

  return {
    async run(input) {
      stopIdling();
      const current = thread();
      const message: ModelRequest<Input> = { id: ++texts, input };
      const { promise, resolve, reject } = Promise.withResolvers<Output>();
      const onMessage = (result: ModelReply<Output>) => {
        if (result.id !== message.id) return;
        if ("error" in result) reject(new Error(result.error));
        else resolve(result.output);
      };
      const onError = (error: Error) => reject(error);
      const onExit = () => reject(new Error("its thread ended"));
      current.on("message", onMessage);
      current.on("error", onError);
      current.once("exit", onExit);
      const stopTimer = timer.every(options.textMs, () => {
        reject(new Error(`it did not answer within ${options.textMs / 1000} s`));
        // It may hang in the runtime: the next text gets a new one.
        if (worker === current) worker = undefined;
        void current.terminate();
      });
      current.postMessage(message);
      underWay = promise.catch(() => {});
      try {
        return await promise;
      } finally {
        stopTimer();
        current.off("message", onMessage);
        current.off("error", onError);
        current.off("exit", onExit);
        if (worker === current) stopIdling = timer.every(options.idleMs, () => void end());
      }
    },
    close: end,
  };
}
