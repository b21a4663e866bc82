import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type OperationEntry, operations, reservedFlowNames } from "@headwater/spec";
import { example, hasExample } from "./example.ts";

export type ReceivedRequest = { operation: string; flow: string | undefined; path: string; body: unknown };

/**
 * A small service that answers every operation with the spec's example. It covers operations that the real service does
 * not offer. A flow named `unknown` does not exist.
 */
export async function startExampleUpstream() {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const found = operationOf(request.method ?? "GET", pathname);
    const body = await jsonOf(request);
    const answer = (status: number, name: string) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(example(name)));
    if (!found) return response.writeHead(404).end('{"detail":"No such operation"}');
    const { operation, flow } = found;
    received.push({ operation, flow, path: pathname, body });
    const refusal = `${operation}.404${hasExample(`${operation}.404.flow`) ? ".flow" : ""}`;
    return flow === "unknown" ? answer(404, refusal) : answer(200, `${operation}.200`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/sources`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function operationOf(method: string, pathname: string) {
  const [, surface = "sources", flow, rest] = /^\/(sources|flows)(?:\/([^/]+))?(.*)$/.exec(pathname) ?? [];
  const isFlow = surface === "flows";
  // Addresses of the flows root are no names of flows.
  const isRoot = isFlow && (flow === undefined || (reservedFlowNames as readonly string[]).includes(flow));
  const wanted = isFlow ? (isRoot ? "flows-root" : "flows") : "sources";
  const path = isRoot
    ? pathname.slice(6) || "/"
    : isFlow
      ? rest || "/"
      : pathname.replace(/^\/sources/, "") || "/";
  const entries = Object.entries(operations) as [string, OperationEntry][];
  const entry = entries.find(
    ([, operation]) =>
      operation.surface === wanted &&
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
  );
  return entry && { operation: entry[0], flow: isFlow && !isRoot ? flow : undefined };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return request.headers["content-type"]?.includes("json") && text ? JSON.parse(text) : text;
}
