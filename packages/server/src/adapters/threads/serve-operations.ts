import type { MessagePort } from "node:worker_threads";
import { contextOf, type OperationReply, type RunOperation } from "../../http/operation.ts";
import { inContext, workContext } from "../../kernel/work-context.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { FromThread, ToThread } from "./operation-messages.ts";
import { ownedBuffer } from "./owned-buffer.ts";
import { receiveError, sendError } from "./sent-error.ts";
import { createSentStream, type SentStream } from "./sent-stream.ts";

/** Asks the service for something that it alone has: `call("search", projectId, query)`. */
export type CallService = (service: string, ...args: unknown[]) => Promise<unknown>;

type Running = { controller: AbortController; body: SentStream<Uint8Array> };

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
      say({ kind: "call", callId, service, args, context: workContext() });
    });
  const run = create(call);

  const answer = async (id: number, { body, fault, ...head }: OperationReply, task: Running) => {
    if (body === null || body instanceof Uint8Array) {
      return say(
        { kind: "reply", id, head, body, ...(fault && { fault: sendError(fault) }) },
        ownedBuffer(body),
      );
    }
    say({ kind: "begin", id, head });
    await task.body.sendAll(body, task.controller.signal);
    say({ kind: "end", id });
  };

  const carryOut = async ({ id, request }: ToThread & { kind: "run" }) => {
    const body = createSentStream<Uint8Array>((bytes) => say({ kind: "bytes", id, bytes }));
    const task: Running = { controller: new AbortController(), body };
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
        return void inContext(contextOf(message.request), () => carryOut(message));
      case "cancel":
        return running.get(message.id)?.controller.abort();
      case "pull":
        return running.get(message.id)?.body.taken();
      case "ping":
        return say({ kind: "pong" });
      case "rest":
        collectGarbage();
        return say({ kind: "rested" });
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
