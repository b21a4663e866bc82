import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";

const mebibyte = 1024 * 1024;
const multipart = "multipart/form-data; boundary=----b";

export function bytesStream(adapter: ProxyAdapter): void {
  let under: ProxyUnderTest;
  const start = async (options: SomeOptions = {}) => {
    under = await startProxyUnderTest(adapter, options);
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    await under.close();
  });

  /** A request whose body the test writes piece by piece. */
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
      const pieces = 128;
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
      // Wait until nothing more is read: then the buffers of the sockets and of the proxy are full.
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
        // The upstream continues only after the first event has arrived here.
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

    test.each([
      ["without a scope", () => true as const],
      ["under a scope", () => ({ caller: "anna", files: ["f1"] })],
    ])(
      "clients that leave, %s, are no failures: one event for each, and nothing in the log",
      async (_name, authorize) => {
        const logged = vi.spyOn(console, "error").mockImplementation(() => {});
        const clients = 5;
        await start({ authorize });
        let closed = 0;
        under.upstream.handle((request, response, incoming) => {
          incoming.resume();
          // Under a scope the proxy first lists the caller's files.
          if (request.method === "GET") return sendJson(response, 200, [{ file_id: "f1" }]);
          response.on("close", () => closed++);
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write('event: delta\ndata: {"text":"a"}\n\n');
        });
        for (let count = 0; count < clients; count++) {
          const { outgoing, answered } = open("/ask-sources", ask);
          outgoing.on("error", () => {});
          outgoing.end('{"question":"?"}');
          const response = await answered;
          response.on("error", () => {});
          await new Promise((resolve) => response.once("data", resolve));
          outgoing.destroy();
        }
        await expect.poll(() => [closed, under.events.length]).toEqual([clients, clients]);
        for (const event of under.events)
          expect(event).toMatchObject({
            type: "answered",
            status: 200,
            by: "upstream",
            outcome: "client-gone",
          });
        expect(logged.mock.calls).toEqual([]);
      },
    );

    test("without onEvent, a client that leaves is not in the log, and a service that breaks off is", async () => {
      const logged = vi.spyOn(console, "error").mockImplementation(() => {});
      await start({ onEvent: undefined as never });
      const closed = Promise.withResolvers<void>();
      under.upstream.handle((_request, response) => {
        response.on("close", () => closed.resolve());
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('event: delta\ndata: {"text":"a"}\n\n');
      });
      const { outgoing, answered } = open("/ask-sources", ask);
      outgoing.on("error", () => {});
      outgoing.end('{"question":"?"}');
      const response = await answered;
      response.on("error", () => {});
      await new Promise((resolve) => response.once("data", resolve));
      outgoing.destroy();
      await closed.promise;
      under.upstream.handle((_request, response) => response.destroy());
      expect((await under.send("GET", "/")).status).toBe(502);
      if (adapter.capabilities.sharedConsole !== false)
        expect(logged.mock.calls.map(([line]) => line)).toEqual([
          expect.stringMatching(/^documents proxy: upstream failed \(request /),
        ]);
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
}
