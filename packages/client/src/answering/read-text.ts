import { ConnectionError } from "../errors/connection-error.ts";
import { startDeadline } from "../transport/deadline.ts";

export type ReadLimits = {
  /** Longest silence between two pieces in milliseconds. May be changed between them. */
  idleTimeoutMs: number;
  /** Most bytes in all. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
};

/**
 * The text of a body as it arrives. Leaving the loop ends the connection.
 *
 * @throws {ConnectionError} when the connection is lost, falls silent or sends too much; the signal's reason on abort.
 */
export async function* readText(
  body: ReadableStream<Uint8Array>,
  limits: ReadLimits,
): AsyncGenerator<string> {
  const { maxBytes, signal } = limits;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { value, done } = await readPiece(reader, limits.idleTimeoutMs, signal);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes)
        throw new ConnectionError(`The answer is longer than ${maxBytes} bytes (maxBytes).`);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // Not awaited: a body that hangs would hang its reader. Nobody is left to be told of a failure.
    reader.cancel().catch(() => {});
  }
}

async function readPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleTimeoutMs: number,
  signal: AbortSignal | undefined,
) {
  signal?.throwIfAborted();
  const wait = startDeadline(idleTimeoutMs, signal);
  // Raced, since not every `fetch` passes an abort on to a body it has handed out.
  const ended = new Promise<never>((_, reject) => {
    wait.signal.onabort = () => reject(wait.signal.reason);
  });
  try {
    return await Promise.race([reader.read(), ended]);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = wait.signal.aborted
      ? `fell silent for ${idleTimeoutMs} ms (idleTimeoutMs)`
      : "was cut off";
    throw new ConnectionError(`The answer ${reason}.`, { cause });
  } finally {
    wait.end();
  }
}
