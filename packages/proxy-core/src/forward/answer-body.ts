import { createDeadline } from "./deadline.ts";
import { joined } from "./read-limited.ts";

export type AnswerBodyWatch = {
  idleMs: number;
  /** Aborts the upstream connection. */
  abort: () => void;
  /** Returns the part of the received bytes that may be sent to the client now. */
  pass?: (chunk: Uint8Array) => Promise<Uint8Array>;
  ended: (outcome: "complete" | "client-gone" | "upstream-failed", error?: unknown) => void;
};

/**
 * Streams the upstream's body to the client, unbuffered: it reads more when the client reads more. When the upstream
 * falls silent or breaks off, the answer breaks off. When the client leaves, or reads nothing for `idleMs`, the
 * upstream is aborted.
 */
export function watchAnswerBody(
  source: ReadableStream<Uint8Array>,
  { idleMs, abort, pass, ended }: AnswerBodyWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const deadline = createDeadline();

  /**
   * The client has read nothing for too long. Without this end, a client that only keeps its connection open would keep
   * an upstream connection open for ever.
   */
  function giveUp(controller: ReadableStreamDefaultController<Uint8Array>): void {
    controller.error(new Error("The client takes nothing any more"));
    ended("client-gone");
    abort();
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        deadline.arm(idleMs, () => giveUp(controller));
      },
      async pull(controller) {
        try {
          for (;;) {
            deadline.arm(idleMs, abort);
            const { done, value } = await reader.read();
            deadline.disarm();
            if (done) {
              controller.close();
              return ended("complete");
            }
            const bytes = pass ? await pass(value) : value;
            if (bytes.byteLength === 0) continue;
            controller.enqueue(bytes);
            return deadline.arm(idleMs, () => giveUp(controller));
          }
        } catch (error) {
          deadline.disarm();
          controller.error(error);
          ended("upstream-failed", error);
          abort();
        }
      },
      cancel() {
        deadline.disarm();
        ended("client-gone");
        abort();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Reads the whole body of an upstream. Undefined when it has more than `maxBytes`. Rejects when it breaks off. */
export async function readAnswer(
  source: ReadableStream<Uint8Array> | null,
  { maxBytes, idleMs, abort }: { maxBytes: number; idleMs: number; abort: () => void },
): Promise<Uint8Array | undefined> {
  if (!source) return new Uint8Array();
  const reader = source.getReader();
  const deadline = createDeadline();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      deadline.arm(idleMs, abort);
      const { done, value } = await reader.read();
      if (done) return joined(chunks, size);
      size += value.byteLength;
      if (size > maxBytes) {
        abort();
        return undefined;
      }
      chunks.push(value);
    }
  } finally {
    deadline.disarm();
  }
}
