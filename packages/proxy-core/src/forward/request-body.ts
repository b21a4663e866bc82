import { proxyErrors } from "../errors.ts";
import type { Answer } from "../plan.ts";
import { createDeadline } from "./deadline.ts";

export type RequestBodyWatch = {
  /** Content-Length of the client's request, if it sent one. */
  announced: number | undefined;
  idleMs: number;
  /** Ends the request with this answer. */
  stop(answer: Answer): void;
  /** Called when the last byte has been passed on. */
  sent(): void;
};

/**
 * Streams the client's body to the upstream, piece by piece, so that a slow upstream slows the client down. Stops the
 * request when either side stalls, and when the number of bytes is not the announced one.
 */
export function watchRequestBody(
  source: ReadableStream<Uint8Array>,
  { announced, idleMs, stop, sent }: RequestBodyWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const deadline = createDeadline();
  let received = 0;
  const fail = (controller: ReadableStreamDefaultController, answer: Answer) => {
    deadline.disarm();
    stop(answer);
    controller.error(new Error("the request body broke off"));
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        deadline.arm(idleMs, () => stop(proxyErrors.clientTooSlow()));
        let piece: ReadableStreamReadResult<Uint8Array>;
        try {
          piece = await reader.read();
        } catch {
          return fail(controller, proxyErrors.bodyCutShort(announced ?? received, received));
        }
        if (!piece.done) {
          received += piece.value.byteLength;
          if (announced !== undefined && received > announced)
            return fail(controller, proxyErrors.bodyCutShort(announced, received));
          controller.enqueue(piece.value);
          // Now the upstream must read on within the time limit.
          deadline.arm(idleMs, () => stop(proxyErrors.tooSlow()));
          return;
        }
        if (announced !== undefined && received !== announced)
          return fail(controller, proxyErrors.bodyCutShort(announced, received));
        deadline.disarm();
        controller.close();
        sent();
      },
      async cancel(reason) {
        deadline.disarm();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
