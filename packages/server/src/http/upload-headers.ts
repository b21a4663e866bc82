import type { IncomingHttpHeaders } from "node:http";
import { limits } from "@headwater/spec";
import { contentLengthMissing, fileTooLarge } from "../sources/errors.ts";

/** What multipart adds around a file: boundaries, part headers and the small fields beside it. */
const MULTIPART_OVERHEAD = 64 * 1024;

/** Contract, POST /ingest-file: 411 without Content-Length, 413 when it can't be a file within the limit. */
export function checkUploadHeaders(headers: IncomingHttpHeaders): void {
  const length = headers["content-length"];
  if (length === undefined) throw contentLengthMissing();
  if (Number(length) > limits.maxFileBytes + MULTIPART_OVERHEAD) throw fileTooLarge();
}
