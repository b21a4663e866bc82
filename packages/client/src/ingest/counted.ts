/** How much of a file has been sent. */
export type UploadProgress = {
  /** Bytes of the file that have been passed to the network so far. */
  sentBytes: number;
  /** Size of the file in bytes. */
  totalBytes: number;
};

/** Called while a file is sent. */
export type OnProgress = (progress: UploadProgress) => void;

/** A Blob in memory comes as a single chunk. Split it, or there would be no progress to report. */
const chunkBytes = 65_536;

/** Counts the chunks of a stream. @throws {TypeError} when their sum is not the announced size. */
export async function* counted(
  stream: AsyncIterable<Uint8Array>,
  totalBytes: number,
  onProgress: OnProgress | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const wrongSize = (than: "more" | "fewer") =>
    new TypeError(`The stream holds ${than} bytes than its size, ${totalBytes}.`);
  let sentBytes = 0;
  // Leaving the loop ends the stream, so that its producer stops.
  for await (const value of stream) {
    if (sentBytes + value.byteLength > totalBytes) throw wrongSize("more");
    for (let at = 0; at < value.byteLength; at += chunkBytes) {
      const chunk = value.subarray(at, at + chunkBytes);
      yield chunk as Uint8Array<ArrayBuffer>;
      sentBytes += chunk.byteLength;
      onProgress?.({ sentBytes, totalBytes });
    }
  }
  if (sentBytes < totalBytes) throw wrongSize("fewer");
}
