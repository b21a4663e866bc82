import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NextRequest } from "next/server.js";
import type { RouteHandlers } from "../src/index.ts";

export type NextBridge = { origin: string; close(): Promise<void> };

/**
 * Serves the handlers of `app{mount}/[[...path]]/route.ts` on a free port. It calls them as `next start` does in the
 * Node runtime: with a NextRequest whose host is localhost, forwarding headers, decoded parameters in a promise, and a
 * signal that follows the client.
 */
export async function bridgeHandlers(handlers: RouteHandlers, mount: string): Promise<NextBridge> {
  const server = createServer((incoming, outgoing) => {
    answer(handlers, mount, incoming, outgoing).catch((error) => {
      if (outgoing.headersSent) outgoing.destroy(error);
      else outgoing.writeHead(500).end("Internal Server Error");
    });
  });
  // Next.js has no time limit for uploads.
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  handlers: RouteHandlers,
  mount: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? "GET";
  const url = new URL(
    `http://localhost:${incoming.socket.localPort}${incoming.url?.startsWith("/") ? incoming.url : "/"}`,
  );
  const handler = handlers[method as keyof RouteHandlers];
  if (!handler) return void outgoing.writeHead(405).end();
  const path = segmentsBelow(mount, url.pathname);
  if (!path) return void outgoing.writeHead(404).end("This page could not be found.");

  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new NextRequest(url, {
    method,
    headers: headersOf(incoming),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" as const } : {}),
  });
  const params = path.length > 0 ? { path } : {};
  const response = await handler(request, { params: Promise.resolve(params) });

  outgoing.writeHead(response.status, [...response.headers].flat());
  if (!response.body || method === "HEAD") return void outgoing.end();
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as never), outgoing).catch((error) => {
    if (!gone.signal.aborted) throw error;
  });
}

/**
 * Undefined for a path that is not below the mount, and for encodings that Next.js refuses itself because they cannot
 * be decoded.
 */
function segmentsBelow(mount: string, pathname: string): string[] | undefined {
  if (pathname !== mount && !pathname.startsWith(`${mount}/`)) return undefined;
  try {
    return pathname
      .slice(mount.length + 1)
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function headersOf({ headers, socket }: IncomingMessage): Headers {
  const result = new Headers({
    "x-forwarded-for": socket.remoteAddress ?? "",
    "x-forwarded-host": headers.host ?? "",
    "x-forwarded-port": String(socket.localPort),
    "x-forwarded-proto": "http",
  });
  for (const [name, value] of Object.entries(headers))
    for (const line of [value ?? []].flat()) result.append(name, line);
  return result;
}
