import { writeJson } from "@headwater/proxy-core";
import type { Request } from "express";

/** The state of a request's body when the proxy needs it. */
export type ReceivedBody =
  | { kind: "none" }
  /** It has not been read yet. */
  | { kind: "unread" }
  /** A parser has read it and kept its value. The body can be written again from that value. */
  | { kind: "parsed"; bytes: Uint8Array }
  /** Something has read it, and its bytes are lost. `fix` says what the application must change. */
  | { kind: "drained"; fix: string };

const none: ReceivedBody = { kind: "none" };
const unread: ReceivedBody = { kind: "unread" };

/**
 * Call this only when the body is needed: `authorize` may read the body too.
 *
 * @throws {Refusal} 400 when the value of a parser is nested too deeply to be written again
 */
export function receivedBody(request: Request): ReceivedBody {
  if (request.readableDidRead || request.readableEnded) return readBefore(request);
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== "0") ? unread : none;
}

function readBefore(request: Request): ReceivedBody {
  const {
    "content-length": length,
    "transfer-encoding": encoding,
    "content-type": type = "",
  } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return none;
  const body: unknown = request.body;
  // express.raw() and express.text() keep the body unchanged.
  if (Buffer.isBuffer(body)) return { kind: "parsed", bytes: body };
  if (typeof body === "string") return { kind: "parsed", bytes: Buffer.from(body) };
  if (typeof body === "object" && body !== null && /^application\/([\w.+-]+\+)?json\b/i.test(type))
    return { kind: "parsed", bytes: writeJson(body) };
  return { kind: "drained", fix: fixFor(type) };
}

function fixFor(contentType: string): string {
  const reader = contentType.startsWith("multipart/")
    ? "multer, or whatever else reads uploads"
    : contentType.startsWith("application/x-www-form-urlencoded")
      ? "express.urlencoded()"
      : "express.json() and every other middleware that reads request bodies";
  return `mount documentsProxy() before ${reader}`;
}
