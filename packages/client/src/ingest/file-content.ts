import { FileUnreadableError } from "../errors/file-unreadable-error.ts";
import { bytesOf } from "./bytes-of.ts";
import { type Stream, type StreamContent, streamContent } from "./chunks-of.ts";
import type { FileInput, NativeFile } from "./file-source.ts";
import { kindOf } from "./kind-of.ts";
import { openPath } from "./open-path.ts";

/** A file with everything that its multipart body needs. */
export type FileContent = Pick<FileInput, "method" | "tags"> & {
  /** A Blob can be sent again. A stream is sent once. */
  content: Blob | StreamContent | NativeFile;
  fileName: string;
  /** Bytes. 0 for a file of React Native, whose size is unknown. */
  size: number;
};

/** What an object may have that is a file to somebody. */
type Abilities = Stream & {
  arrayBuffer?: () => Promise<ArrayBuffer>;
  stream?: () => Stream;
  slice?: unknown;
  buffer?: unknown;
  path?: unknown;
  uri?: unknown;
  name?: unknown;
  originalname?: unknown;
  size?: unknown;
};

/**
 * Finds the bytes of a file, whatever kind of object it is.
 *
 * @throws {TypeError} when it is not a file, or when its name or the size of a stream is missing. {FileUnreadableError}
 */
export async function fileContent({ file, fileName, size, method, tags }: FileInput): Promise<FileContent> {
  const name = fileName || nameOf(file as Abilities | undefined);
  const content = await contentOf(file, name ?? "");
  if (!name) throw new TypeError("fileName is needed, with its extension.");
  const bytes = "uri" in content ? (size ?? 0) : (content.size ?? size);
  if (bytes === undefined) throw new TypeError("size is needed with a stream: its number of bytes.");
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new TypeError("size must be a whole number of bytes.");
  return { method, tags, content, fileName: name, size: bytes };
}

const nameOf = ({ name, originalname, path }: Abilities = {}): string | undefined =>
  [name, originalname, typeof path === "string" && path.split(/[\\/]/).at(-1)].find(
    (each): each is string => typeof each === "string" && each !== "",
  );

async function contentOf(file: unknown, name: string): Promise<FileContent["content"]> {
  if (file instanceof Blob && (canStream(file) || isNative())) return file;
  const bytes = bytesOf(file);
  if (bytes) return sendable(bytes);
  if (typeof file !== "object" || file === null) throw noFile(file);
  const able = file as Abilities;
  if (typeof able.arrayBuffer === "function") {
    const read = able.arrayBuffer();
    return sendable(new Uint8Array(await readable(name, read)));
  }
  if (typeof able.getReader === "function" || typeof able[Symbol.asyncIterator] === "function")
    return streamContent(able);
  if (typeof able.stream === "function") return streamContent(able.stream());
  const received = typeof able.originalname === "string" ? bytesOf(able.buffer) : undefined;
  if (received) return sendable(received);
  // A File of jsdom: its bytes are for its own reader alone.
  if (typeof able.slice === "function" && typeof FileReader === "function")
    return sendable(new Uint8Array(await readable(name, readByReader(file as Blob))));
  if (typeof able.path === "string") return readable(name, openPath(able.path));
  if (typeof able.uri === "string" && isNative()) return file as NativeFile;
  throw noFile(file);
}

const isNative = () => "getParts" in FormData.prototype;

/** jsdom's Blob can't. */
const canStream = (blob: Blob) => typeof blob.stream === "function";

/** A Blob, which can be sent again, or where Blobs can't be read an iterable, which is sent once. */
function sendable(bytes: Uint8Array<ArrayBuffer>): Blob | StreamContent {
  const blob = new Blob([bytes]);
  if (canStream(blob)) return blob;
  return { ...streamContent(new Response(bytes).body as Stream), size: bytes.byteLength };
}

const readByReader = (file: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });

const readable = <Value>(fileName: string, reading: Promise<Value>): Promise<Value> =>
  reading.catch((cause) => {
    throw new FileUnreadableError(fileName, { cause });
  });

const noFile = (given: unknown): TypeError =>
  new TypeError(
    `file is ${kindOf(given)}. It must be a Blob or File, bytes (ArrayBuffer, typed array, Buffer), a stream with its size ` +
      "(ReadableStream, Node stream, async iterable), a file of multer, { path } outside browsers, or in React Native { uri, name, type }.",
  );
