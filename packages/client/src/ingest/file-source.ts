import type { MethodInput } from "@headwater/spec";

/** An object whose bytes can be read: a Blob or File of another window or library. */
export type ReadableFile = { arrayBuffer: () => Promise<ArrayBuffer>; name?: string };

/** A file that multer has received, in memory or on disk. */
export type ReceivedFile = { originalname: string } & ({ buffer: Uint8Array } | { path: string });

/** A file of React Native. Only its `FormData` can carry it. */
export type NativeFile = { uri: string; name?: string | undefined; type?: string | undefined };

/**
 * What can be uploaded. It is judged by what it can do, not by its class. A string is neither a path nor content: name
 * a path as `{ path }`, which Node, Bun and Deno can read.
 */
export type FileSource =
  | Blob
  | ReadableFile
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>
  | ReceivedFile
  | { path: string }
  | NativeFile;

/** A file to upload. */
export type FileInput = {
  /**
   * The file to upload: see `FileSource`. A stream needs `size`. In Node, `{ path }` and `await openAsBlob(path)` read
   * from disk during the upload.
   */
  file: FileSource;
  /** File name with extension. Default: the name that the file has. */
  fileName?: string | undefined;
  /** Number of bytes in the stream. Only a stream needs it. */
  size?: number | undefined;
  /** How to partition the file. Default: the setting of the service. */
  method?: MethodInput | undefined;
  /** Words to collect the source under: at most 20 of at most 64 characters, without commas. Default: none. */
  tags?: readonly string[] | undefined;
};
