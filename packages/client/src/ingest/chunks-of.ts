import { bytesOf } from "./bytes-of.ts";
import { kindOf } from "./kind-of.ts";

/** A stream of the web or of Node, of any library. */
export type Stream = {
  getReader?: () => ReadableStreamDefaultReader<unknown>;
  [Symbol.asyncIterator]?: () => AsyncIterator<unknown>;
  /** That of the web's. */
  cancel?: () => Promise<void>;
  /** That of Node's. */
  destroy?: () => void;
};

/** The bytes of a stream, to be read once. */
export type StreamContent = AsyncIterable<Uint8Array> & {
  /** Its bytes, where it knows them. */
  size?: number;
  /** Ends a stream that may not have been read to its end, so that its producer stops and its file is closed. */
  end: () => void;
};

export const streamContent = (stream: Stream): StreamContent => ({
  [Symbol.asyncIterator]: () => chunksOf(stream),
  end() {
    if (typeof stream.destroy === "function") stream.destroy();
    // A stream that has another reader refuses, and that reader ends it.
    else if (typeof stream.cancel === "function") stream.cancel().catch(() => {});
  },
});

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
