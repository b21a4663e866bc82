import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

export type Served = { origin: string; close(): Promise<void> };

/** Serves a Request-to-Response handler on a free port. */
export async function serveHandler(
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Served> {
  const server = createServer((incoming, response) => void serve(incoming, response, handle));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  response.on("error", () => {});
  try {
    const reply = await handle(toRequest(incoming, gone.signal));
    const headers = [...reply.headers].filter(([name]) => name !== "set-cookie");
    for (const [name, value] of headers) response.setHeader(name, value);
    const cookies = reply.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader("set-cookie", cookies);
    response.writeHead(reply.status);
    if (!reply.body) return void response.end();
    for await (const chunk of reply.body) {
      if (!response.write(chunk)) await drained(response);
      if (response.destroyed) break;
    }
    response.end();
  } catch {
    // The answer broke off, or `Request` does not accept this request.
    if (response.headersSent) response.destroy();
    else response.writeHead(400).end();
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of Array.isArray(value) ? value : [value ?? ""]) fields.append(name, one);
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return new Request(`http://${headers.host ?? "localhost"}${url}`, {
    method,
    headers: fields,
    signal,
    ...(hasBody && method !== "GET" && method !== "HEAD"
      ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }
      : {}),
  });
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.on("drain", go);
    response.on("close", go);
  });
