import type { LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { hostOf, portOf } from "./check-address.ts";
import type { CheckedAddresses } from "./checked-addresses.ts";

/** At a time. */
const maxConnections = 100;
const connectMs = 10_000;

export type FilteringProxy = {
  /** Where it listens on 127.0.0.1. */
  port: number;
  /** Ends with all its connections. */
  close(): Promise<void>;
};

/** Headers of one connection only, and those that would carry a credential. */
const ownHeaders = ["connection", "keep-alive", "proxy-connection", "proxy-authorization", "authorization"];

/**
 * A proxy for a program that goes to the web by itself: it reaches what the guarded fetcher reaches and nothing else. Each
 * name is resolved and checked here, and the connection goes to an address that was checked, tunnels for https included.
 */
export async function startFilteringProxy(
  addressesOf: CheckedAddresses,
  /** Of all that comes in by the proxy. */
  maxBytes: number,
): Promise<FilteringProxy> {
  const open = new Set<Duplex>();
  const stopping = new AbortController();
  let received = 0;

  const hold = (socket: Duplex) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  };

  /** Throws when the place may not be reached, or can't be. */
  const reach = async (url: URL): Promise<Socket> => {
    if (open.size > 2 * maxConnections) throw new Error("There are too many connections");
    const addresses = await addressesOf(url, stopping.signal);
    const socket = await connectToOne(addresses, portOf(url), connectMs);
    hold(socket);
    socket.on("data", (piece: Buffer) => {
      received += piece.byteLength;
      if (received > maxBytes) for (const each of open) each.destroy();
    });
    return socket;
  };

  const tunnel = async (request: IncomingMessage, client: Duplex, head: Buffer) => {
    hold(client);
    const url = URL.parse(`https://${request.url}`);
    try {
      if (!url || hostOf(url) === "") throw new Error("There is no such place");
      const upstream = await reach(url);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      client.pipe(upstream).pipe(client);
      client.on("close", () => upstream.destroy());
      upstream.on("close", () => client.destroy());
    } catch {
      // The browser takes it for a failed request; why is of no use to the page.
      client.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
    }
  };

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? "");
    try {
      if (url?.protocol !== "http:") throw new Error("There is no such place");
      const upstream = await reach(url);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !ownHeaders.includes(name)),
      );
      const outgoing = send({
        createConnection: () => upstream,
        method: request.method,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, connection: "close" },
      });
      outgoing.on("error", () => response.destroy());
      outgoing.on("response", (answer) => {
        const passed = Object.entries(answer.headers).filter(([name]) => !ownHeaders.includes(name));
        response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed) as Record<string, string>);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      });
      response.on("close", () => upstream.destroy());
      request.pipe(outgoing);
    } catch {
      response.writeHead(403, { connection: "close" }).end();
    }
  };

  const server = createServer((request, response) => void forward(request, response));
  server.on("connect", (request, client, head) => void tunnel(request, client, head));
  server.on("connection", hold);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      stopping.abort();
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A connection to the first address that answers: there is no name left to be resolved again. */
async function connectToOne(addresses: LookupAddress[], port: number, timeoutMs: number): Promise<Socket> {
  let failure: unknown = new Error("There is no address");
  for (const { address, family } of addresses) {
    const socket = connect({ host: address, port, family });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.setTimeout(timeoutMs, () => reject(new Error("It did not answer in time")));
        socket.once("error", reject);
        socket.once("connect", resolve);
      });
      socket.setTimeout(0);
      return socket;
    } catch (error) {
      socket.destroy();
      failure = error;
    }
  }
  throw failure;
}
