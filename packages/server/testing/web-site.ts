import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** What is at an address of a test site: a page, or a function that answers. */
export type SitePage =
  | string
  | Uint8Array
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export type WebSite = {
  origin: string;
  port: number;
  /** `host:port`, as an allow-list has it. */
  place: string;
  /** What was asked for, in order. */
  requests: { path: string; headers: IncomingMessage["headers"] }[];
  /** Connections that were opened, whether or not anything was asked. */
  connections: () => number;
  close(): Promise<void>;
};

/** A real web server on a free port of loopback. Unknown addresses answer 404; pages may be added while it runs. */
export async function startWebSite(
  pages: Record<string, SitePage> = {},
  { host = "127.0.0.1", port = 0 } = {},
): Promise<WebSite> {
  const requests: WebSite["requests"] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ path, headers: request.headers });
    const page = pages[path] ?? pages[path.split("?")[0] ?? ""];
    if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<p>Not here");
    else if (typeof page === "function") page(request, response);
    else if (typeof page === "string" || page instanceof Uint8Array)
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    else response.writeHead(page.status ?? 200, page.headers).end(page.body ?? "");
  });
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${address.port}`,
    port: address.port,
    place: `${host}:${address.port}`,
    requests,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
