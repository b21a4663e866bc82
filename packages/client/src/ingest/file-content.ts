import type { MethodInput } from "@headwater/spec";

export type FileInput = {
  /** What to upload. A stream needs `size`. In Node, `await openAsBlob(path)` reads from disk while it uploads. */
  file: Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;
  /** Name with extension. Default: the name of a `File`. */
  fileName?: string | undefined;
  /** Bytes the stream will deliver; needed with a stream only. */
  size?: number | undefined;
  /** How to partition the file. Default: what the service is set to. */
  method?: MethodInput | undefined;
};

/** A file to upload, with all that its multipart body needs. */
export type FileContent = FileInput & {
  content: Blob | ReadableStream<Uint8Array>;
  fileName: string;
  size: number;
};

/** @throws {TypeError} when the name, or the size of a stream, is not known: the service would refuse the upload. */
export function fileContent(input: FileInput): FileContent {
  const { file } = input;
  const content =
    file instanceof ReadableStream || file instanceof Blob
      ? file
      : new Blob([file as Uint8Array<ArrayBuffer>]);
  const fileName = input.fileName ?? (content as Partial<File>).name;
  const size = (content as Partial<Blob>).size ?? input.size;
  if (!fileName) throw new TypeError("fileName is needed, with its extension.");
  if (size === undefined) throw new TypeError("size is needed with a stream.");
  return { ...input, content, fileName, size };
}
