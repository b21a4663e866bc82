import type { MessagePort } from "node:worker_threads";
import type { AnswerMessage, CallMessage } from "./called-thread.ts";
import { sendError } from "./sent-error.ts";

/** An answer that is copied to the other side, or, as far as it is made of these buffers, moved there. */
export type Answer = { answer: unknown; moved?: ArrayBufferLike[] };

/** The thread's side of `createCalledThread`. */
export function serveCalls<Call>(port: MessagePort, carryOut: (call: Call) => Promise<Answer>): void {
  const say = (message: AnswerMessage, moved: ArrayBufferLike[] = []) =>
    port.postMessage(message, moved as ArrayBuffer[]);
  port.on("message", async ({ id, call }: CallMessage) => {
    try {
      const { answer, moved } = await carryOut(call as Call);
      say({ kind: "answer", id, answer }, moved);
    } catch (error) {
      say({ kind: "failure", id, error: sendError(error) });
    }
  });
}

/** Says what is not an answer to a call. */
export const sendNotice = (port: MessagePort, notice: unknown): void =>
  port.postMessage({ kind: "notice", notice } satisfies AnswerMessage);
