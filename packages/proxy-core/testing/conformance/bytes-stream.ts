import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect, createServer } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { ProxySkin } from "./proxy-skin.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";
import { rawGet } from "./send.ts";

const mebibyte = 1024 * 1024;
const multipart = "multipart/form-data; boundary=----b";

export function bytesStream(skin: ProxySkin): void {
  let under: ProxyUnderTest;
  const start = async (options: SomeOptions = {}) => {
    under = await startProxyUnderTest(skin, options);
  };
  afterEach(() => under.close());

  /** A request whose body is written by hand. */
  const open = (path: string, headers: Record<string, string>, method = "POST") => {
    const url = new URL(under.proxy.baseUrl);
    const outgoing = httpRequest({
      host: url.hostname,
      port: url.port,
      path: url.pathname + path,
      method,
      headers,
      agent: false,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on("response", resolve);
      outgoing.on("error", reject);
    });
    answered.catch(() => {});
    return { outgoing, answered };
  };

  describe("uploads", () => {
    test("24 MB pass with their Content-Length, unchunked", async () => {
      await start();
      const bytes = 24 * mebibyte;
      const { outgoing, answered } = open("/ingest-file", {
        "content-type": multipart,
        "content-length": String(bytes),
      });
      await pipeline(Readable.from(Array(24).fill(Buffer.alloc(mebibyte, 97))), outgoing);
      const response = await answered;
      expect(response.statusCode).toBe(200);
      const [seen] = under.upstream.requests;
      expect(seen?.bytes).toBe(bytes);
      expect(seen?.headers).toMatchObject({ "content-length": String(bytes), "content-type": multipart });
      expect(seen?.headers["transfer-encoding"]).toBeUndefined();
    });

    test("a service that does not read slows the client down", async () => {
      await start();
      const pieces = 256;
      let written = 0;
      let resume = () => {};
      under.upstream.handle((request, response, incoming) => {
        incoming.pause();
        resume = () => {
          incoming.on("data", (chunk: Buffer) => {
            request.bytes += chunk.length;
          });
          incoming.on("end", () => sendJson(response, 200, { build_id: "b1", success: true }));
          incoming.resume();
        };
      });
      const arrived = under.upstream.next();
      const { outgoing, answered } = open("/ingest-file", {
        "content-type": multipart,
        "content-length": String(pieces * mebibyte),
      });
      const piece = Buffer.alloc(mebibyte);
      const source = Readable.from(
        (function* () {
          for (; written < pieces; written++) yield piece;
        })(),
        { objectMode: true, highWaterMark: 1 },
      );
      const sent = pipeline(source, outgoing);
      const request = await arrived;
      // Until nothing more is taken: what lies in the sockets' buffers and in the proxy is all that ever will be.
      let before = -1;
      await expect
        .poll(
          () => {
            const stands = before === written && written > 0;
            before = written;
            return stands;
          },
          { interval: 250, timeout: 20_000 },
        )
        .toBe(true);
      expect(written).toBeLessThan(pieces / 2);
      resume();
      await sent;
      expect((await answered).statusCode).toBe(200);
      expect(request.bytes).toBe(pieces * mebibyte);
    });

    test("a refusal that comes before the body has ended reaches the client", async () => {
      await start();
      under.upstream.handle((_request, response, incoming) => {
        incoming.resume();
        sendJson(response, 413, { detail: "File size exceeds the maximum allowed limit of 100MB" });
      });
      const { outgoing, answered } = open("/ingest-file", {
        "content-type": multipart,
        "content-length": String(2 * mebibyte),
      });
      outgoing.on("error", () => {});
      outgoing.write(Buffer.alloc(1024));
      const response = await answered;
      expect(response.statusCode).toBe(413);
      expect(JSON.parse(await text(response)).detail).toContain("100MB");
      outgoing.destroy();
    });

    test("a body without a length is not given one: the service's 411 is its own to say", async () => {
      await start();
      under.upstream.handle((request, response, incoming) => {
        incoming.resume();
        const missing = request.headers["content-length"] === undefined;
        sendJson(response, missing ? 411 : 200, { detail: "Content-Length header is required" });
      });
      const { outgoing, answered } = open("/ingest-file", { "content-type": multipart });
      outgoing.write(Buffer.alloc(100_000));
      outgoing.end(Buffer.alloc(100_000));
      expect((await answered).statusCode).toBe(411);
    });

    test("a client that breaks off half-way never looks like a whole upload", async () => {
      await start();
      const arrived = under.upstream.next();
      const { outgoing } = open("/ingest-file", { "content-type": multipart, "content-length": "200000" });
      outgoing.on("error", () => {});
      outgoing.write(Buffer.alloc(100_000));
      const request = await arrived;
      outgoing.destroy();
      expect(await request.ended).toBe("broken-off");
    });

    test("a client that stops sending is told so, and the service is let go", async () => {
      await start({ timeouts: { idleMs: 300 } });
      const arrived = under.upstream.next();
      const { outgoing, answered } = open("/ingest-file", {
        "content-type": multipart,
        "content-length": "200000",
      });
      outgoing.on("error", () => {});
      outgoing.write(Buffer.alloc(100_000));
      const request = await arrived;
      const response = await answered;
      expect(response.statusCode).toBe(408);
      expect(JSON.parse(await text(response)).detail).toBe("The request body did not arrive in time");
      expect(await request.ended).toBe("broken-off");
      outgoing.destroy();
    });
  });

  describe("answers", () => {
    const ask = { "content-type": "application/json", accept: "text/event-stream" };

    test("events arrive as they are sent, byte for byte", async () => {
      await start();
      const first = 'event: delta\ndata: {"text":"The warranty ü"}\n\n';
      const last = 'event: answer\ndata: {"answer":"…","conversation_id":"c1"}\n\n';
      let finish = () => {};
      under.upstream.handle((_request, response, incoming) => {
        incoming.resume();
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write(first);
        finish = () => response.end(last);
      });
      const { outgoing, answered } = open("/ask-sources", ask);
      outgoing.end('{"question":"?"}');
      const response = await answered;
      expect(response.headers["content-type"]).toContain("text/event-stream");
      expect(under.upstream.requests[0]?.headers.accept).toBe("text/event-stream");
      response.setEncoding("utf8");
      let received = "";
      for await (const chunk of response) {
        received += chunk;
        // The upstream goes on only once the first event is here.
        if (received === first) finish();
      }
      expect(received).toBe(first + last);
    });

    test("a client that leaves ends the service's work", async () => {
      await start();
      const closed = Promise.withResolvers<void>();
      under.upstream.handle((_request, response, incoming) => {
        incoming.resume();
        response.on("close", () => closed.resolve());
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('event: delta\ndata: {"text":"a"}\n\n');
      });
      const { outgoing, answered } = open("/ask-sources", ask);
      outgoing.end('{"question":"?"}');
      const response = await answered;
      await new Promise((resolve) => response.once("data", resolve));
      outgoing.destroy();
      await closed.promise;
      await expect
        .poll(() => under.events)
        .toContainEqual(expect.objectContaining({ type: "answered", outcome: "client-gone" }));
    });

    test("a client that leaves before the answer ends the service's work", async () => {
      await start();
      const closed = Promise.withResolvers<void>();
      under.upstream.handle((_request, response, incoming) => {
        incoming.resume();
        response.on("close", () => closed.resolve());
      });
      const arrived = under.upstream.next();
      const { outgoing } = open("/ask-sources", ask);
      outgoing.on("error", () => {});
      outgoing.end('{"question":"?"}');
      await arrived;
      outgoing.destroy();
      await closed.promise;
    });

    test("a large answer passes whole, and as slowly as the client takes it", async () => {
      await start();
      const bytes = 256 * mebibyte;
      let written = 0;
      const piece = Buffer.alloc(mebibyte, 32);
      under.upstream.handle((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": String(bytes) });
        const source = Readable.from(
          (function* () {
            for (; written < bytes; written += mebibyte) yield piece;
          })(),
          { objectMode: true, highWaterMark: 1 },
        );
        source.pipe(response);
      });
      const { outgoing, answered } = open("/get-elements?file_id=f1", {}, "GET");
      outgoing.end();
      const response = await answered;
      expect(response.headers["content-length"]).toBe(String(bytes));
      let before = -1;
      await expect
        .poll(
          () => {
            const stands = before === written && written > 0;
            before = written;
            return stands;
          },
          { interval: 250, timeout: 20_000 },
        )
        .toBe(true);
      expect(written).toBeLessThan(bytes / 2);
      let received = 0;
      for await (const chunk of response) received += (chunk as Buffer).length;
      expect(received).toBe(bytes);
    });

    test("an answer that breaks off is not passed as whole", async () => {
      await start();
      under.upstream.handle((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "200000" });
        response.write(Buffer.alloc(100_000, 32), () => response.destroy());
      });
      const reply = under.send("GET", "/get-elements?file_id=f1");
      await expect(reply).rejects.toThrow();
      await expect
        .poll(() => under.events)
        .toContainEqual(expect.objectContaining({ type: "answered", outcome: "upstream-failed" }));
    });

    test("a client that takes nothing of its answer is given up, and the service is let go", async () => {
      await start({ timeouts: { idleMs: 300 } });
      const closed = Promise.withResolvers<void>();
      const piece = Buffer.alloc(mebibyte, 32);
      under.upstream.handle((_request, response) => {
        response.on("close", () => closed.resolve());
        response.writeHead(200, { "content-type": "application/json" });
        const write = () => {
          while (!response.destroyed && response.write(piece)) {}
          response.once("drain", write);
        };
        write();
      });
      const { outgoing, answered } = open("/get-elements?file_id=f1", {}, "GET");
      outgoing.end();
      (await answered).on("error", () => {});
      await closed.promise;
      await expect
        .poll(() => under.events)
        .toContainEqual(expect.objectContaining({ type: "answered", outcome: "client-gone" }));
    });

    test("a service that falls silent within its answer is let go", async () => {
      await start({ timeouts: { idleMs: 300 } });
      const closed = Promise.withResolvers<void>();
      under.upstream.handle((_request, response) => {
        response.on("close", () => closed.resolve());
        response.writeHead(200, { "content-type": "application/json" });
        response.write("[");
      });
      await expect(under.send("GET", "/get-elements?file_id=f1")).rejects.toThrow();
      await closed.promise;
    });
  });

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

    test("that cannot be connected to: an end, by the timeout the skin has for it", async () => {
      const { connectTimeout } = skin.capabilities;
      // RFC 5737: an address nobody has. Networks drop or refuse what is sent there.
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
