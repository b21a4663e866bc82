import type { MessagePort } from "node:worker_threads";
import type { OperationReply, RunOperation } from "../../http/operation.ts";
import type { FromThread, ToThread } from "./operation-messages.ts";
import { receiveError, sendError } from "./sent-error.ts";

/** Asks the service for something that it alone has: `call("search", projectId, query)`. */
export type CallService = (service: string, ...args: unknown[]) => Promise<unknown>;

type Running = {
  controller: AbortController;
  /** Pieces sent that the service has not taken yet. */
  ahead: number;
  /** Lets the stream go on when it waits for the service. */
  wake: () => void;
};

/** Pieces of a stream that may be under way before the service has taken one. */
const piecesAhead = 4;

/** The thread's side: carries out what the service sends, several operations at a time. */
export function serveOperations(port: MessagePort, create: (call: CallService) => RunOperation): void {
  const running = new Map<number, Running>();
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastCall = 0;
  const say = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

  const call: CallService = (service, ...args) =>
    new Promise((resolve, reject) => {
      const callId = ++lastCall;
      calls.set(callId, { resolve, reject });
      say({ kind: "call", callId, service, args });
    });
  const run = create(call);

  const sendPieces = async (id: number, pieces: AsyncIterable<Uint8Array>, task: Running) => {
    const { signal } = task.controller;
    signal.addEventListener("abort", () => task.wake(), { once: true });
    for await (const bytes of pieces) {
      if (signal.aborted) return;
      say({ kind: "bytes", id, bytes });
      task.ahead += 1;
      while (task.ahead >= piecesAhead && !signal.aborted) {
        await new Promise<void>((resolve) => {
          task.wake = resolve;
        });
      }
    }
  };

  const answer = async (id: number, { status, headers, body, fault }: OperationReply, task: Running) => {
    const head = { status, headers };
    if (body === null || body instanceof Uint8Array) {
      return say({ kind: "reply", id, head, body, ...(fault && { fault: sendError(fault) }) }, owned(body));
    }
    say({ kind: "begin", id, head });
    await sendPieces(id, body, task);
    say({ kind: "end", id });
  };

  const carryOut = async ({ id, request }: ToThread & { kind: "run" }) => {
    const task: Running = { controller: new AbortController(), ahead: 0, wake: () => {} };
    running.set(id, task);
    try {
      await answer(id, await run(request, task.controller.signal), task);
    } catch (error) {
      say({ kind: "end", id, fault: sendError(error) });
    } finally {
      running.delete(id);
    }
  };

  port.on("message", (message: ToThread) => {
    switch (message.kind) {
      case "run":
        return void carryOut(message);
      case "cancel":
        return running.get(message.id)?.controller.abort();
      case "pull":
        return pulled(running.get(message.id));
      case "ping":
        return say({ kind: "pong" });
      default: {
        const waiting = calls.get(message.callId);
        calls.delete(message.callId);
        if (message.kind === "result") waiting?.resolve(message.value);
        else waiting?.reject(receiveError(message.error));
      }
    }
  });
  say({ kind: "pong" });
}

const pulled = (task: Running | undefined): void => {
  if (!task) return;
  task.ahead -= 1;
  task.wake();
};

/** Bytes that fill their buffer are moved, not copied. */
const owned = (bytes: Uint8Array | null): ArrayBuffer[] =>
  bytes !== null && bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? [bytes.buffer]
    : [];
