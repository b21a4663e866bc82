export type UploadProgress = {
  /** Bytes of the file handed over to the network so far. */
  sentBytes: number;
  /** Bytes of the file. */
  totalBytes: number;
};

export type OnProgress = (progress: UploadProgress) => void;

/** A Blob in memory comes as a single chunk, which would leave nothing to report. */
const chunkBytes = 65_536;

/** The chunks of a stream, counted. @throws {TypeError} when it does not deliver what was announced. */
export async function* counted(
  stream: ReadableStream<Uint8Array>,
  totalBytes: number,
  onProgress: OnProgress | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const wrongSize = (than: "more" | "fewer") =>
    new TypeError(`The stream holds ${than} bytes than its size, ${totalBytes}.`);
  const reader = stream.getReader();
  let sentBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (sentBytes + value.byteLength > totalBytes) throw wrongSize("more");
      for (let at = 0; at < value.byteLength; at += chunkBytes) {
        const chunk = value.subarray(at, at + chunkBytes);
        yield chunk;
        sentBytes += chunk.byteLength;
        onProgress?.({ sentBytes, totalBytes });
      }
    }
    if (sentBytes < totalBytes) throw wrongSize("fewer");
  } finally {
    // Also when the upload ends early: whoever feeds the stream must learn of it.
    await reader.cancel().catch(() => {});
  }
}
