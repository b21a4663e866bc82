import { connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { exampleOf } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";
import { rawGet, type Sent } from "./send.ts";

const multipart = "multipart/form-data; boundary=----b";

export function troubleEnds(adapter: ProxyAdapter): void {
  let under: ProxyUnderTest;
  const start = async (options: SomeOptions = {}) => {
    under = await startProxyUnderTest(adapter, options);
  };
  afterEach(() => under.close());

  describe("a service in trouble", () => {
    test("that is not there: 502", async () => {
      const port = await freePort();
      await start({ baseUrl: `http://127.0.0.1:${port}/sources` });
      for (const [method, path, sent] of [
        ["GET", "/", {}],
        ["POST", "/ask-sources", { body: { question: "?" } }],
        ["POST", "/ingest-file", { body: "x".repeat(300_000), headers: { "content-type": multipart } }],
      ] as const) {
        const reply = await under.send(method, path, sent);
        expect(reply.status).toBe(502);
        expect(reply.json().detail).toBe("The document service cannot be reached");
        expect(reply.headers["x-request-id"]).toEqual(expect.any(String));
        expect(reply.headers).toMatchObject({ "x-was-done": "false", "x-should-retry": "true" });
        expect(reply.text).not.toContain(String(port));
      }
    });

    test("that does not answer in time: 504", async () => {
      await start({ timeouts: { firstByteMs: 300 } });
      under.upstream.handle((_request, _response, incoming) => incoming.resume());
      for (const [method, path, sent] of [
        ["GET", "/", {}],
        ["POST", "/ask-sources", { body: { question: "?" } }],
      ] as const) {
        const arrived = under.upstream.next();
        const reply = await under.send(method, path, sent);
        expect(reply.status).toBe(504);
        expect(reply.json()).toEqual({
          detail: "The document service did not answer in time",
          message: "The document service did not answer in time",
        });
        await arrived;
      }
    });

    test("that cannot be connected to: an end, by the timeout the adapter has for it", async () => {
      const { connectTimeout } = adapter.capabilities;
      // RFC 5737: no machine has this address. Networks drop or refuse what is sent there.
      const timeouts = connectTimeout ? { connectMs: 300 } : { firstByteMs: 300 };
      await start({ baseUrl: "http://192.0.2.1/sources", timeouts });
      const reply = await under.send("GET", "/");
      expect([502, 504]).toContain(reply.status);
      expect(reply.json().detail).toContain("The document service");
    });

    test("that speaks something else: 502", async () => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.end("SSH-2.0-OpenSSH_9.6\r\n");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const { port } = server.address() as { port: number };
        await start({ baseUrl: `http://127.0.0.1:${port}/sources` });
        expect((await under.send("GET", "/")).status).toBe(502);
      } finally {
        server.close();
      }
    });

    test("that breaks off an answer the proxy has to read whole: 502", async () => {
      await start({ authorize: () => ({ caller: "anna", files: ["f1"] }) });
      under.upstream.handle((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "200000" });
        response.write(Buffer.alloc(100_000, 32), () => response.destroy());
      });
      const reply = await under.send("GET", "/");
      expect(reply.status).toBe(502);
      expect(reply.json().detail).toEqual(expect.any(String));
    });

    test("one request that fails leaves the next unharmed", async () => {
      await start();
      under.upstream.handle((_request, response) => response.destroy());
      expect((await under.send("GET", "/")).status).toBe(502);
      under.upstream.reset();
      expect((await under.send("GET", "/")).status).toBe(200);
    });
  });

  describe("a kept connection that closes as the next request arrives", () => {
    const used = new WeakSet<Socket>();
    const closesKept = (how: (socket: Socket) => void) =>
      under.upstream.handle(({ path }, response, incoming) => {
        const { socket } = incoming;
        if (used.has(socket)) return how(socket);
        used.add(socket);
        sendJson(response, 200, exampleOf("GET", path));
      });
    const ask = (method: string, path: string, sent?: Sent) =>
      Promise.all(Array.from({ length: 3 }, () => under.send(method, path, sent)));

    test.for([
      ["reset", (socket: Socket) => socket.resetAndDestroy()],
      ["ended", (socket: Socket) => socket.end()],
    ] as const)("is %s: what only reads is asked again, so no caller sees it", async ([, how]) => {
      await start();
      closesKept(how);
      for (const method of ["GET", "GET", "HEAD", "GET"])
        expect((await ask(method, "/")).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(under.events.filter(({ type }) => type === "failed")).toEqual([]);
    });

    test("while the proxy looks something up for a scope: the same", async () => {
      await start({ authorize: () => ({ caller: "anna", files: ["f1"] }) });
      closesKept((socket) => socket.resetAndDestroy());
      for (let round = 0; round < 3; round++) expect((await under.send("GET", "/")).status).toBe(200);
    });

    test("a request that changes something is sent once: 502 says that its outcome is not known", async () => {
      await start();
      under.upstream.handle((_request, _response, incoming) => {
        incoming.on("end", () => incoming.socket.resetAndDestroy()).resume();
      });
      for (const [method, path, body] of [
        ["POST", "/ask-sources", { question: "?" }],
        ["DELETE", "/delete", { file_id: "f1" }],
      ] as const) {
        under.upstream.requests.length = 0;
        const reply = await under.send(method, path, { body });
        expect(reply.status).toBe(502);
        expect(reply.json().detail).toBe(
          "The connection to the document service broke before its answer. It is not known whether this was done",
        );
        expect(reply.headers["x-was-done"]).toBeUndefined();
        expect(under.upstream.requests).toHaveLength(1);
      }
    });

    test("while the proxy looks something up before: 502 says that nothing was done", async () => {
      await start({ authorize: () => ({ caller: "anna", files: ["f1"], ingest: true, write: "all" }) });
      under.upstream.handle((_request, _response, incoming) => incoming.socket.resetAndDestroy());
      const reply = await under.send("POST", "/reprocess", { body: { file_name: "a.pdf" } });
      expect(reply.status).toBe(502);
      expect(reply.headers["x-was-done"]).toBe("false");
      expect(under.upstream.requests.map(({ method }) => method)).not.toContain("POST");
    });

    test("while another kept connection is about to close too: a read still succeeds", async () => {
      await start();
      const waiting: (() => void)[] = [];
      under.upstream.handle(({ path }, response, { socket }) => {
        used.add(socket);
        // Answered together, so each has a connection of its own.
        waiting.push(() => sendJson(response, 200, exampleOf("GET", path)));
        if (waiting.length === 2) for (const answer of waiting) answer();
      });
      await Promise.all([under.send("GET", "/"), under.send("GET", "/")]);
      closesKept((socket) => socket.resetAndDestroy());
      for (let round = 0; round < 4; round++) expect((await under.send("GET", "/")).status).toBe(200);
    });

    test("each time: 502, after a few attempts", async () => {
      await start();
      under.upstream.handle((_request, _response, incoming) => incoming.socket.resetAndDestroy());
      expect((await under.send("GET", "/")).status).toBe(502);
      // An adapter that can ask for a new connection needs one more attempt; `fetch` may meet several closed ones.
      expect(under.upstream.requests.length).toBeGreaterThanOrEqual(2);
      expect(under.upstream.requests.length).toBeLessThanOrEqual(4);
    });
  });

  describe("clients in trouble", () => {
    test("a hundred that send nothing do not keep others waiting", async () => {
      await start();
      const { hostname, port, pathname } = new URL(under.proxy.baseUrl);
      const idle = Array.from({ length: 100 }, () => {
        const socket = connect(Number(port), hostname);
        socket.on("error", () => {});
        socket.write(rawGet(`${pathname}/builds/b1`).slice(0, 40));
        return socket;
      });
      try {
        expect((await under.send("GET", "/")).status).toBe(200);
      } finally {
        for (const socket of idle) socket.destroy();
      }
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
