import { ConnectionError } from "../errors/connection-error.ts";
import { throwIfAborted } from "../transport/aborted.ts";
import { startDeadline } from "../transport/deadline.ts";

export type ReadLimits = {
  /** Maximum silence between two pieces, in milliseconds. The caller may change it between pieces. */
  idleTimeoutMs: number;
  /** Maximum size of the whole body, in bytes. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Set when the body was longer than `maxBytes`. */
  isExceeded?: true;
};

/** The body of a streaming call as pieces of text. Without streams (React Native) it is the whole text. */
export type StreamBody = ReadableStream<Uint8Array> | string;

/**
 * Yields the text of a body as it arrives. Leaving the loop ends the connection.
 *
 * @throws {ConnectionError} when the connection is lost, falls silent or sends too much; the signal's reason on abort.
 */
export async function* readText(body: StreamBody, limits: ReadLimits): AsyncGenerator<string> {
  if (typeof body === "string") return yield body;
  const { maxBytes, signal } = limits;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { value, done } = await readPiece(reader, limits.idleTimeoutMs, signal);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        limits.isExceeded = true;
        throw new ConnectionError(`The answer is longer than ${maxBytes} bytes (maxBytes).`);
      }
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // Do not await the cancel: a body that hangs would hang the reader too. No caller is left to handle its error.
    reader.cancel().catch(() => {});
  }
}

async function readPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleTimeoutMs: number,
  signal: AbortSignal | undefined,
) {
  throwIfAborted(signal);
  const wait = startDeadline(idleTimeoutMs, signal);
  try {
    // Not every `fetch` passes an abort on to a body that it has already returned.
    return await Promise.race([reader.read(), wait.ended]);
  } catch (cause) {
    throwIfAborted(signal);
    const reason = wait.signal.aborted
      ? `fell silent for ${idleTimeoutMs} ms (idleTimeoutMs)`
      : "was cut off";
    throw new ConnectionError(`The answer ${reason}.`, { cause });
  } finally {
    wait.end();
  }
}
