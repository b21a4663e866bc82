import { proxyErrors, Refusal } from "../errors.ts";
import { createDeadline } from "./deadline.ts";

/** Reads a client's body into memory. Refuses with 413 beyond `maxBytes`, and with 408 after a silence of `idleMs`. */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  idleMs: number,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const deadline = createDeadline();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let idle = false;
  try {
    for (;;) {
      deadline.arm(idleMs, () => {
        idle = true;
        void reader.cancel().catch(() => {});
      });
      const { done, value } = await reader.read();
      if (idle) throw new Refusal(proxyErrors.clientTooSlow());
      if (done) return joined(chunks, size);
      size += value.byteLength;
      if (size > maxBytes) throw new Refusal(proxyErrors.bodyTooLarge());
      chunks.push(value);
    }
  } finally {
    deadline.disarm();
    // Cancels the rest of a refused body. A body that has ended is not affected.
    void reader.cancel().catch(() => {});
  }
}

export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
