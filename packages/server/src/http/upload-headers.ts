import type { IncomingHttpHeaders } from "node:http";
import { limits } from "@headwater/spec";
import { contentLengthMissing, fileTooLarge } from "../sources/errors.ts";

/** Bytes that multipart adds to a file: boundaries, part headers and the small fields beside it. */
const MULTIPART_OVERHEAD = 64 * 1024;

/**
 * Contract, POST /ingest-file: 411 without Content-Length, 413 when the upload is too large to hold an allowed file.
 */
export function checkUploadHeaders(headers: IncomingHttpHeaders): void {
  const length = headers["content-length"];
  if (length === undefined) throw contentLengthMissing();
  if (Number(length) > limits.maxFileBytes + MULTIPART_OVERHEAD) throw fileTooLarge();
}
