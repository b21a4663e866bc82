import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** Sends the Response of `authorize` unchanged. It stops when the client leaves. */
export async function writeResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  if (answer.statusText) response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader("set-cookie", cookie);
  if (answer.body === null || response.req.method === "HEAD") {
    await answer.body?.cancel();
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}
