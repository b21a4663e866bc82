import { FileUnreadableError } from "../errors/file-unreadable-error.ts";

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

/**
 * Counts the chunks of a file. @throws {FileUnreadableError} when it can't be read to its end, or when it has not as many
 * bytes as were announced.
 */
export async function* counted(
  content: AsyncIterable<Uint8Array>,
  { fileName, size: totalBytes }: { fileName: string; size: number },
  onProgress: OnProgress | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const wrongSize = (than: "more" | "fewer") =>
    new FileUnreadableError(fileName, {}, `holds ${than} bytes than its size, ${totalBytes}.`);
  const stream = readable(content, fileName);
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

async function* readable(content: AsyncIterable<Uint8Array>, fileName: string): AsyncIterable<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new FileUnreadableError(fileName, { cause }, `could not be read to its end: ${reasonOf(cause)}.`);
  }
}

const reasonOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
