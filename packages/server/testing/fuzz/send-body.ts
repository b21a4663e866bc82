import { once } from "node:events";
import { connect } from "node:net";
import type { MalformedBody } from "./malformed-bodies.ts";

const timeoutMs = 200_000;

/**
 * Sends an upload byte by byte over its own connection and closes it. Returns the status, or 0 when the service closed
 * the connection without an answer.
 */
export async function sendBody(
  origin: string,
  token: string,
  { body, contentType = "multipart/form-data; boundary=b", contentLength }: MalformedBody,
): Promise<{ status: number; text: string }> {
  const bytes = Buffer.from(body as string);
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const signal = AbortSignal.timeout(timeoutMs);
  signal.addEventListener("abort", () => socket.destroy(new Error("no answer in time")), { once: true });
  const received: Buffer[] = [];
  socket.on("data", (part) => received.push(part));
  // A connection that was reset after the answer was read still counts as answered.
  socket.on("error", () => {});
  const closed = once(socket, "close");
  const head = [
    "POST /ingest-file HTTP/1.1",
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${contentLength ?? bytes.length}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(bytes);
  if ((contentLength ?? 0) > bytes.length) socket.end();
  await closed;
  if (signal.aborted) throw new Error(`No answer within ${timeoutMs / 1000} s`);
  const text = Buffer.concat(received).toString("utf8");
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    text: text.split("\r\n\r\n").slice(1).join("\r\n\r\n"),
  };
}
