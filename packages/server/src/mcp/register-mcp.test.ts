import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { neverRevoked } from "../../testing/never-revoked.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { CallOperation } from "./call-operation.ts";
import { registerMcp } from "./register-mcp.ts";

const caller = {
  projectId: "project",
  projectName: "default",
  tokenId: "token",
  readOnly: false,
  manage: false,
  expiresAt: null,
};

/** `/mcp` on a free port, whose operations are answered as given. */
async function listen(call: CallOperation, admit = () => () => {}) {
  const cutOff = new AbortController();
  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ServiceError ? error.status : 500).send({ detail: (error as Error).message }),
  );
  registerMcp(app, {
    watchToken: neverRevoked,
    authenticate: async () => caller,
    callFor: () => call,
    version: "1",
    hosts: [],
    oauth: null,
    admit,
    cutOff: cutOff.signal,
    onFault: () => {},
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { app, cutOff, address: `http://127.0.0.1:${port}/mcp` };
}

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "headwater-test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const requestOf = (revision: "modern" | "legacy", signal?: AbortSignal): RequestInit => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision === "modern" ? "2026-07-28" : "2025-11-25",
    ...(revision === "modern" && { "mcp-method": "tools/call", "mcp-name": "search_sources" }),
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "search_sources",
      arguments: { query: "pump" },
      ...(revision === "modern" && { _meta: modernMeta }),
    },
  }),
  ...(signal && { signal }),
});

/** An operation that goes on until it is told to stop. */
function createEndless() {
  const signals: AbortSignal[] = [];
  const call: CallOperation = (_call, signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("stopped")));
    });
  };
  return { call, signals };
}

describe("registerMcp", () => {
  it.each(["modern", "legacy"] as const)("stops the work of a %s client that has left", async (revision) => {
    const { call, signals } = createEndless();
    const { app, address } = await listen(call);
    const client = new AbortController();
    const left = fetch(address, requestOf(revision, client.signal)).then((response) => response.text());
    await expect.poll(() => signals.length).toBe(1);
    client.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    await app.close();
  });

  /** A call as a client of 2025-11-25 sends it, and the notification that cancels one. */
  const legacy = (address: string, body: object, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    });
  const params = { name: "search_sources", arguments: { query: "pump" } };
  const cancel = (address: string, requestId: number | string, headers?: Record<string, string>) =>
    legacy(address, { method: "notifications/cancelled", params: { requestId } }, headers);

  it("stops the work of a call that a notification cancels, and of no other", async () => {
    const { call, signals } = createEndless();
    const { app, cutOff, address } = await listen(call);
    const left = legacy(address, { id: 7, method: "tools/call", params });
    await expect.poll(() => signals.length).toBe(1);
    const other = legacy(address, { id: "7", method: "tools/call", params }).then((response) =>
      response.text(),
    );
    await expect.poll(() => signals.length).toBe(2);
    await cancel(address, 8);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    expect((await cancel(address, 7)).status).toBe(202);
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(await (await left).text()).toContain('"error"');
    cutOff.abort();
    await app.close();
    await other.catch(() => {});
  });

  it("keeps clients that use the same ids apart by the session that it names", async () => {
    const { call, signals } = createEndless();
    const { app, address } = await listen(call);
    const begin = async () => {
      const clientInfo = { name: "headwater-test", version: "1" };
      const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
      const response = await legacy(address, { id: 0, method: "initialize", params: hello });
      await response.text();
      return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
    };
    const [first, second] = [await begin(), await begin()];
    expect(first).not.toEqual(second);
    const calls: Promise<unknown>[] = [];
    for (const headers of [first, second, {}, {}]) {
      calls.push(legacy(address, { id: 7, method: "tools/call", params }, headers).catch(() => {}));
      await expect.poll(() => signals.length).toBe(calls.length);
    }
    await cancel(address, 7, second);
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true, false, false]);
    // Two clients without a session use this id: whose call is meant, it can't tell.
    await cancel(address, 7);
    await cancel(address, 7, first);
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, false, false]);
    await app.close();
    await Promise.all(calls);
  });

  it.each(["*/*", "text/html, */*;q=0.8", ""])("serves a client that accepts %j", async (accept) => {
    const { app, address } = await listen(async () => ({ status: 404, headers: {}, body: Buffer.of() }));
    const response = await legacy(address, { id: 1, method: "tools/list" }, { accept });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("ask_sources")]);
    expect((await legacy(address, { id: 1, method: "tools/list" }, { accept: "text/html" })).status).toBe(
      406,
    );
    await app.close();
  });

  it("holds a place in the queue for a request until its body is read", async () => {
    let held = 0;
    const { app, address } = await listen(
      async () => ({ status: 500, headers: {}, body: Buffer.from(`{"detail":"held ${held}"}`) }),
      () => {
        held += 1;
        return () => {
          held = 0;
        };
      },
    );
    const answer = await (await fetch(address, requestOf("modern"))).text();
    expect(answer).toContain("held 0");
    await app.close();
    const full = await listen(
      async () => ({ status: 200, headers: {}, body: Buffer.of() }),
      () => {
        throw new ServiceError(429, "Too many");
      },
    );
    expect((await fetch(full.address, requestOf("modern"))).status).toBe(429);
    await full.app.close();
  });
});
