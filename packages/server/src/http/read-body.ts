import type { Readable } from "node:stream";
import { messages } from "@headwater/spec";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";

/**
 * Reads a body into memory of its own, which can be moved to another thread. With its length known the pieces are copied
 * one by one as they arrive: kept until the last, 9 MB of them would cost a full collection of garbage, and joining
 * them 10 ms. Throws 413 above `maxBytes`, and 400 when the body ends too early.
 */
export async function readBody(
  payload: Readable,
  { declaredBytes, maxBytes }: { declaredBytes: number | undefined; maxBytes: number },
): Promise<Buffer> {
  if ((declaredBytes ?? 0) > maxBytes) throw tooLarge();
  const body = declaredBytes === undefined ? gather(maxBytes) : fill(declaredBytes);
  try {
    // Left open when there is too much, so that the answer can still be sent.
    for await (const piece of payload.iterator({ destroyOnReturn: false })) body.take(piece);
  } catch (error) {
    // The caller has left, or sent what is not HTTP.
    throw error instanceof ServiceError ? error : Object.assign(error as Error, { statusCode: 400 });
  }
  return body.whole();
}

type Body = { take(piece: Uint8Array): void; whole(): Buffer };

function fill(bytes: number): Body {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  return {
    take(piece) {
      if (filled + piece.length > bytes) throw wrongLength();
      whole.set(piece, filled);
      filled += piece.length;
    },
    whole() {
      if (filled < bytes) throw wrongLength();
      return whole;
    },
  };
}

function gather(maxBytes: number): Body {
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    take(piece) {
      length += piece.length;
      if (length > maxBytes) throw tooLarge();
      pieces.push(piece);
    },
    whole() {
      const body = fill(length);
      for (const piece of pieces) body.take(piece);
      return body.whole();
    },
  };
}

const tooLarge = () => new ServiceError(413, messages.bodyTooLarge);
const wrongLength = () =>
  invalidInput("Invalid input: the body is shorter or longer than Content-Length says");
