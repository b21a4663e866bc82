import { Worker } from "node:worker_threads";
import type { SentError } from "./operation-messages.ts";
import { ThreadEndedError } from "./operation-thread.ts";
import { receiveError } from "./sent-error.ts";

/** What a thread that answers calls is sent. */
export type CallMessage = { id: number; call: unknown };

/** What it sends: answers, and what it has to say besides. */
export type AnswerMessage =
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "failure"; id: number; error: SentError }
  | { kind: "notice"; notice: unknown };

export type CalledThread = {
  /** Starts the thread if there is none. Rejects with the message of the thread's error. */
  call(call: unknown): Promise<unknown>;
  /** Starts the thread now, for what it does besides. */
  start(): void;
  close(): Promise<void>;
};

export type CalledThreadOptions = {
  /** What the thread is for, in messages: "that searches vectors". */
  purpose: string;
  /** A call that takes longer means a thread that hangs: it is ended. */
  callMs: number;
  onNotice?: (notice: unknown) => void;
  /** The thread ended by an error that it did not catch. */
  onCrash?: (error: Error) => void;
};

/**
 * A thread that answers calls by `serveCalls`. When it ends, the next call starts it anew, and a call that waited is made
 * once more: another call may have made the thread end.
 */
export function createCalledThread(
  entry: URL,
  workerData: unknown,
  { purpose, callMs, onNotice = () => {}, onCrash = () => {} }: CalledThreadOptions,
): CalledThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let calls = 0;
  let closed = false;

  const fail = (error: Error) => {
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(entry, { workerData });
    started.on("message", (message: AnswerMessage) => {
      if (message.kind === "notice") onNotice(message.notice);
      else if (message.kind === "failure") waiting.get(message.id)?.reject(receiveError(message.error));
      else waiting.get(message.id)?.resolve(message.answer);
    });
    let reason: Error | undefined;
    started.on("error", (error: Error) => {
      reason = error;
      onCrash(error);
    });
    started.once("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      fail(new ThreadEndedError(`The thread ${purpose} ended`, { cause: reason }));
    });
    started.unref();
    return started;
  };
  const callOnce = async (call: unknown): Promise<unknown> => {
    if (closed) throw new Error("The service is stopping");
    worker ??= start();
    const thread = worker;
    const id = ++calls;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const timer = setTimeout(() => void thread.terminate(), callMs);
    try {
      thread.postMessage({ id, call } satisfies CallMessage);
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };

  return {
    start() {
      worker ??= start();
    },
    call: (call) =>
      callOnce(call).catch((error: unknown) => {
        if (!(error instanceof ThreadEndedError) || closed) throw error;
        return callOnce(call);
      }),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
