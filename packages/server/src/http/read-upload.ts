import { addAbortListener } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { defaultMethod } from "@headwater/reader";
import type { Method } from "@headwater/spec";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";
import type { StagedBlob } from "../ports/blob-store.ts";
import type { AddFile } from "../sources/add-file.ts";
import { fileMissing, fileNameMissing } from "../sources/errors.ts";
import { assertReadable, cleanFileName } from "../sources/file-types.ts";
import { readTags } from "../sources/read-tags.ts";
import { readMethod } from "./methods.ts";

export type Upload = {
  file: { fileName: string; extension: string; staged: StagedBlob };
  method: Method;
  /** The method as the request spelled it; undefined when it named none. */
  methodSent: string | undefined;
  tags: string[];
};

/** What is read of a request. `signal` aborts when the client has given up the upload. */
type UploadRequest = {
  headers: IncomingHttpHeaders;
  stream: NodeJS.ReadableStream;
  signal: AbortSignal;
};

const limits = { files: 1, fields: 64, fieldNameSize: 100, fieldSize: 1_000, headerPairs: 50 };

/**
 * Reads a multipart/form-data upload (RFC 7578) with one file named `file`, and streams it to the staging area. Fields
 * may come before or after the file. Nothing is left behind when it throws.
 */
export async function readUpload(
  { headers, stream, signal }: UploadRequest,
  { stage, discard }: Pick<AddFile, "stage" | "discard">,
  methodField: "method" | "partition_method",
): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(headers["content-type"] ?? "")) throw fileMissing();
  const body = stream as Readable;
  const fields: Record<string, string> = Object.create(null);
  const tags: string[] = [];
  let receiving: Promise<Upload["file"]> | undefined;
  let current: Readable | undefined;

  const parsing = new Promise<void>((resolve, reject) => {
    const parser = openParser(headers);
    parser.on("field", (name: string, value: string) => {
      // A file part without a file name looks like a field.
      if (name === "file") reject(fileNameMissing());
      if (name === "tags") tags.push(value);
      fields[name] = value;
    });
    parser.on("file", (name: string, content: Readable, sentName: string) => {
      // The reader of the content gets its errors; no other listener needs them.
      content.on("error", () => {});
      // Attach the error listener now: an upload that fails before it is read, or while it is dropped, would crash the
      // process.
      content.on("error", (cause: Error) => reject(malformed(cause)));
      if (name !== "file") return void content.resume();
      current = content;
      receiving = receive(sentName, content, stage);
      receiving.catch((error) => {
        content.resume();
        reject(error);
      });
    });
    parser.on("filesLimit", () => reject(invalidInput("Invalid input: one file per request")));
    parser.on("error", (cause: Error) => reject(malformed(cause)));
    parser.on("finish", resolve);
    body.on("error", (cause: Error) => reject(malformed(cause)));
    body.once("close", () => {
      if (!body.readableEnded) reject(malformed(new Error("the upload was cut short")));
    });
    // A request that was answered early is never closed by Node, and its bytes stop arriving.
    addAbortListener(signal, () => reject(malformed(new Error("the upload was cut short"))));
    body.pipe(parser);
  });

  try {
    await parsing;
    if (!receiving) throw fileMissing();
    const methodSent = fields[methodField] || undefined;
    const file = await receiving;
    const method = readMethod(methodSent) ?? defaultMethod(file.extension);
    return { file, method, methodSent, tags: readTags(tags) };
  } catch (error) {
    body.unpipe();
    // Read and drop the rest of the upload, so that the client reads the answer.
    body.resume();
    current?.destroy(error as Error);
    const reason = await receiving?.then(
      ({ staged }) => discard(staged),
      (failure: unknown) => failure,
    );
    // Refusing a file stops the parser, which then reports that the end is missing.
    if (reason instanceof ServiceError) throw reason;
    throw error;
  }
}

function openParser(headers: IncomingHttpHeaders) {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch (cause) {
    throw malformed(cause);
  }
}

async function receive(sentName: string | undefined, content: Readable, stage: AddFile["stage"]) {
  const { fileName, extension } = cleanFileName(sentName ?? "");
  assertReadable(extension);
  return { fileName, extension, staged: await stage(content) };
}

const malformed = (cause: unknown) => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return invalidInput(`Invalid input: the multipart body could not be read (${reason})`);
};
