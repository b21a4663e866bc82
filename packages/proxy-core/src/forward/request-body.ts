import { proxyErrors, Refusal } from "../errors.ts";
import type { Answer, BodyFilter } from "../plan.ts";
import { createDeadline } from "./deadline.ts";

export type RequestBodyWatch = {
  /** Content-Length of the client's request, if it sent one. */
  announced: number | undefined;
  idleMs: number;
  filter?: BodyFilter | undefined;
  /** Ends the request with this answer. */
  stop: (answer: Answer) => void;
  /** Called when the last byte has been passed on. */
  sent: () => void;
};

/**
 * Streams the client's body to the upstream, piece by piece, so that a slow upstream slows the client down. Stops the
 * request when either side stalls, and when the number of bytes is not the announced one.
 */
export function watchRequestBody(
  source: ReadableStream<Uint8Array>,
  { announced, idleMs, filter, stop, sent }: RequestBodyWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const deadline = createDeadline();
  let received = 0;
  const fail = (controller: ReadableStreamDefaultController, answer: Answer) => {
    deadline.disarm();
    stop(answer);
    controller.error(new Error("the request body broke off"));
  };

  const refuse = (controller: ReadableStreamDefaultController, answer: Answer) => {
    fail(controller, answer);
    // The rest of the body is not read.
    void reader.cancel().catch(() => {});
  };
  /** Runs the filter. Returns the answer to send instead when it refuses the body. */
  const filtered = (piece?: Uint8Array): Uint8Array | Answer => {
    if (!filter) return piece ?? new Uint8Array();
    try {
      if (piece) return filter.pass(piece);
      filter.end();
      return new Uint8Array();
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          deadline.arm(idleMs, () => stop(proxyErrors.clientTooSlow()));
          let piece: ReadableStreamReadResult<Uint8Array>;
          try {
            piece = await reader.read();
          } catch {
            return fail(controller, proxyErrors.bodyCutShort(announced ?? received, received));
          }
          received += piece.value?.byteLength ?? 0;
          if (announced !== undefined && (piece.done ? received !== announced : received > announced))
            return fail(controller, proxyErrors.bodyCutShort(announced, received));
          const passed = filtered(piece.value);
          if (!(passed instanceof Uint8Array)) return refuse(controller, passed);
          if (piece.done) {
            deadline.disarm();
            controller.close();
            return sent();
          }
          if (passed.byteLength === 0) continue;
          controller.enqueue(passed);
          // Now the upstream must read on within the time limit.
          return deadline.arm(idleMs, () => stop(proxyErrors.tooSlow()));
        }
      },
      async cancel(reason) {
        deadline.disarm();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
