import { Worker } from "node:worker_threads";
import type { OperationReply, OperationRequest } from "../../http/operation.ts";
import { inContext } from "../../kernel/work-context.ts";
import { heldBytes } from "./held-bytes.ts";
import type { FromThread, Head, ToThread } from "./operation-messages.ts";
import { ownedBuffer } from "./owned-buffer.ts";
import { createReceivedStream, type ReceivedStream } from "./received-stream.ts";
import { receiveError, sendError } from "./sent-error.ts";

/** What a thread may ask the service for, by name. Arguments and results cross as plain data. */
export type ThreadServices = Record<string, (...args: never[]) => Promise<unknown>>;

/** The thread ended, or was ended, before it had answered. */
export class ThreadEndedError extends Error {
  override readonly name = "ThreadEndedError";
}

export type OperationThread = {
  /** Operations it has been given and not finished, streams included. */
  readonly running: number;
  /**
   * Rejects with ThreadEndedError when the thread ends first. `finished` resolves when the body is sent, too. A body that
   * is moved is gone here: copying 9 MB takes 5 ms.
   */
  run(
    request: OperationRequest,
    signal: AbortSignal,
    options: { moveBody: boolean },
  ): { reply: Promise<OperationReply>; finished: Promise<void> };
  /** Frees what is not used. Resolves to what is still held, heap and buffers, in bytes. */
  rest(): Promise<number>;
  end(): Promise<void>;
};

export type OperationThreadOptions = {
  /** Heap limit in MB; past it the thread ends, not the service. */
  heapMb: number;
  /** A thread with work that doesn't answer a ping for so long is ended. */
  silenceMs: number;
};

/** Pings within `silenceMs`, and how many more a thread may miss while it starts. */
const pings = 4;
const startPings = 400;

type Task = {
  begin(reply: OperationReply): void;
  fail(error: Error): void;
  stream?: ReceivedStream<Uint8Array>;
  finish(): void;
};

/** One thread that runs several operations at a time. `onEnd` is called once, however it ends. */
export function startOperationThread(
  entry: URL,
  workerData: unknown,
  services: ThreadServices,
  { heapMb, silenceMs }: OperationThreadOptions,
  onEnd: () => void,
): OperationThread {
  const worker = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  const tasks = new Map<number, Task>();
  const resting: (() => void)[] = [];
  let lastId = 0;
  const tell = (message: ToThread, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);

  // A thread that computes without end hears nothing, so it is the ping that finds out.
  // A new thread has its code to load first, and says when it has.
  let silent = -startPings;
  const watch = setInterval(() => {
    if (tasks.size === 0) return;
    // Counted in pings, not in time: after a pause of the whole process the thread gets its chance to answer.
    if (silent >= pings) return void worker.terminate();
    silent += 1;
    tell({ kind: "ping" });
  }, silenceMs / pings);
  watch.unref();

  const serve = async ({ callId, service, args, context }: FromThread & { kind: "call" }) => {
    try {
      const work = services[service];
      if (!work) throw new Error(`There is no service '${service}' for threads`);
      tell({ kind: "result", callId, value: await inContext(context, () => work(...(args as never[]))) });
    } catch (error) {
      tell({ kind: "refused", callId, error: sendError(error) });
    }
  };

  const hear = (message: FromThread) => {
    silent = 0;
    if (message.kind === "pong") return;
    if (message.kind === "rested") return resting.shift()?.();
    if (message.kind === "call") return void serve(message);
    const task = tasks.get(message.id);
    if (!task) return;
    if (message.kind === "bytes") return task.stream?.push(message.bytes);
    if (message.kind === "begin") {
      const { id } = message;
      task.stream = createReceivedStream<Uint8Array>({
        onTaken: () => tell({ kind: "pull", id }),
        onLeft: () => tell({ kind: "cancel", id }),
      });
      return task.begin(replyOf(message.head, task.stream.pieces));
    }
    const fault = message.fault && receiveError(message.fault);
    if (message.kind === "reply") task.begin(replyOf(message.head, message.body, fault));
    else if (task.stream) task.stream.end(fault);
    else task.fail(fault ?? new Error("The operation ended without an answer"));
    task.finish();
  };

  worker.on("message", hear);
  // The waiting callers get the reason, below.
  let reason: Error | undefined;
  worker.on("error", (error: Error) => {
    reason = error;
  });
  worker.once("exit", () => {
    clearInterval(watch);
    const ended = new ThreadEndedError("The thread that carried out the operation ended", { cause: reason });
    for (const task of tasks.values()) {
      task.stream?.end(ended);
      task.fail(ended);
      task.finish();
    }
    for (const rested of resting) rested();
    onEnd();
  });

  return {
    get running() {
      return tasks.size;
    },
    run(request, signal, { moveBody }) {
      const id = ++lastId;
      const { promise: reply, resolve, reject } = Promise.withResolvers<OperationReply>();
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      const cancel = () => tell({ kind: "cancel", id });
      signal.addEventListener("abort", cancel, { once: true });
      tasks.set(id, {
        begin: resolve,
        fail: reject,
        finish() {
          tasks.delete(id);
          signal.removeEventListener("abort", cancel);
          finish();
        },
      });
      tell({ kind: "run", id, request }, moveBody ? ownedBuffer(request.body) : []);
      return { reply, finished };
    },
    async rest() {
      const { promise, resolve } = Promise.withResolvers<void>();
      resting.push(resolve);
      tell({ kind: "rest" });
      await promise;
      return heldBytes(worker);
    },
    async end() {
      await worker.terminate();
    },
  };
}

const replyOf = (head: Head, body: OperationReply["body"], fault?: Error): OperationReply => ({
  ...head,
  body,
  ...(fault && { fault }),
});
