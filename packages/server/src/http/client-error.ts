import type { Socket } from "node:net";
import { messages } from "@headwater/spec";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";
import { errorReply } from "./error-body.ts";

/** How long a client may keep sending bytes that are not read any more. */
const lingerMs = 5_000;

/** Answers input that never became a request: headers beyond their limit, or bytes that are not HTTP. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const { status, body } = errorReply(
    error.code === "HPE_HEADER_OVERFLOW"
      ? new ServiceError(431, messages.addressTooLong)
      : invalidInput("Invalid input: this is not valid HTTP"),
  );
  const reason = status === 431 ? "Request Header Fields Too Large" : "Bad Request";
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`);
  // Closing a connection with unread bytes resets it, and the client would never see the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
