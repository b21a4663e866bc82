import { bytesOf } from "./bytes-of.ts";
import { kindOf } from "./kind-of.ts";

/** A stream of the web or of Node, of any library. */
export type Stream = {
  getReader?: () => ReadableStreamDefaultReader<unknown>;
  [Symbol.asyncIterator]?: () => AsyncIterator<unknown>;
};

/** Yields the bytes of a stream of any library. Text counts as UTF-8. */
export async function* chunksOf(stream: Stream): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of iterable(stream)) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : bytesOf(chunk);
    if (!bytes) throw new TypeError(`The stream must give bytes, and gave ${kindOf(chunk)}.`);
    yield bytes;
  }
}

async function* iterable(stream: Stream): AsyncGenerator<unknown, void, undefined> {
  if (!stream.getReader) return yield* stream as AsyncIterable<unknown>;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Cancel the source also when the upload ends early, so that its producer stops.
    await reader.cancel().catch(() => {});
  }
}
