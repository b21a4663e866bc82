import type { MethodInput } from "@headwater/spec";

/** A file to upload. */
export type FileInput = {
  /** The file to upload. A stream needs `size`. In Node, `await openAsBlob(path)` reads from disk during the upload. */
  file: Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;
  /** File name with extension. Default: the name of a `File`. */
  fileName?: string | undefined;
  /** Number of bytes in the stream. Only a stream needs it. */
  size?: number | undefined;
  /** How to partition the file. Default: the setting of the service. */
  method?: MethodInput | undefined;
  /** Words to collect the source under: at most 20 of at most 64 characters, without commas. Default: none. */
  tags?: readonly string[] | undefined;
};

/** A file with everything that its multipart body needs. */
export type FileContent = FileInput & {
  content: Blob | ReadableStream<Uint8Array>;
  fileName: string;
  size: number;
};

/** @throws {TypeError} when the name, or the size of a stream, is missing: the service would refuse the upload. */
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
