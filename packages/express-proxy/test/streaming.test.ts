import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Express } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { sendJson } from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { send } from "../../proxy-core/testing/conformance/send.ts";
import { type ProxiedUpstream, startProxiedUpstream } from "../testing/proxied-upstream.ts";

const megabyte = Buffer.alloc(1024 * 1024, "x");

let proxied: ProxiedUpstream | undefined;
afterEach(() => proxied?.close());

type Upload = { upload: ClientRequest; answer: Promise<IncomingMessage> };

/** Begins an upload. The test writes its body. */
function beginUpload(baseUrl: string, length: number): Upload {
  const upload = httpRequest(`${baseUrl}/ingest-file`, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b", "content-length": length },
  });
  const answer = once(upload, "response").then(([response]) => response as IncomingMessage);
  // A test that expects an answer awaits it itself.
  answer.catch(() => {});
  upload.on("error", () => {});
  return { upload, answer };
}

/** Gives everything that is on its way time to arrive. */
async function sendOthers(baseUrl: string): Promise<void> {
  for (let count = 0; count < 50; count += 1) await send(baseUrl, "GET", "/builds/b1");
}

describe("an upload", () => {
  it("waits while the service does not take it, and arrives whole when it does", async () => {
    proxied = await startProxiedUpstream();
    let take = () => {};
    proxied.upstream.handle((request, response, incoming) => {
      if (request.method === "GET") return sendJson(response, 200, {});
      incoming.pause();
      take = () => {
        incoming.on("data", (chunk: Buffer) => {
          request.bytes += chunk.length;
        });
        incoming.on("end", () => sendJson(response, 200, { bytes: request.bytes }));
        incoming.resume();
      };
    });
    const length = 64 * megabyte.length;
    const { upload, answer } = beginUpload(proxied.baseUrl, length);
    const arrived = proxied.upstream.next();
    let isSent = false;
    upload.on("finish", () => {
      isSent = true;
    });
    Readable.from(Array.from({ length: 64 }, () => megabyte)).pipe(upload);
    const { headers } = await arrived;
    expect(headers).toMatchObject({ "content-length": String(length), authorization: "Bearer secret" });
    expect(headers).not.toHaveProperty("transfer-encoding");
    await sendOthers(proxied.baseUrl);
    expect(isSent).toBe(false);
    take();
    expect(JSON.parse(await text(await answer))).toEqual({ bytes: length });
  });

  it("is broken off upstream when the client goes away", async () => {
    proxied = await startProxiedUpstream();
    const { upload } = beginUpload(proxied.baseUrl, 10 * megabyte.length);
    upload.write(megabyte);
    const arrived = await proxied.upstream.next();
    const event = proxied.nextEvent();
    upload.destroy();
    expect(await arrived.ended).toBe("broken-off");
    expect(await event).toMatchObject({ operation: "ingestFile", outcome: "client-gone" });
  });

  it("gets the service's early answer, and leaves the connection fit for the next request", async () => {
    proxied = await startProxiedUpstream();
    proxied.upstream.handle((_request, response) => {
      sendJson(response, 413, { detail: "File size exceeds the maximum allowed limit of 100MB" });
    });
    const { upload, answer } = beginUpload(proxied.baseUrl, 20 * megabyte.length);
    upload.write(megabyte);
    const response = await answer;
    expect(response.statusCode).toBe(413);
    expect(await text(response)).toContain("100MB");
    // The proxy reads on when a client continues to send.
    for (let count = 1; count < 20; count += 1) upload.write(megabyte);
    upload.end();
    await once(upload, "close");
    proxied.upstream.reset();
    expect((await send(proxied.baseUrl, "GET", "/builds/b1")).status).toBe(200);
  });

  it("is answered 408 when the client falls silent", async () => {
    proxied = await startProxiedUpstream({ timeouts: { idleMs: 100 } });
    for (const length of [1000, 10 * megabyte.length]) {
      const { upload, answer } = beginUpload(proxied.baseUrl, length);
      upload.write("--b");
      const response = await answer;
      expect(response.statusCode).toBe(408);
      expect(response.headers.connection).toBe("close");
      expect(JSON.parse(await text(response))).toMatchObject({ detail: expect.stringContaining("in time") });
    }
  });

  it("is answered 504 when the service does not take it", async () => {
    proxied = await startProxiedUpstream({ timeouts: { idleMs: 1_000 } });
    proxied.upstream.handle((_request, _response, incoming) => incoming.pause());
    const { upload, answer } = beginUpload(proxied.baseUrl, 64 * megabyte.length);
    Readable.from(Array.from({ length: 64 }, () => megabyte)).pipe(upload);
    expect((await answer).statusCode).toBe(504);
    upload.destroy();
  });

  it("passes without Content-Length too, for the service to refuse", async () => {
    proxied = await startProxiedUpstream();
    proxied.upstream.handle((request, response) =>
      sendJson(response, request.headers["content-length"] ? 200 : 411, {
        detail: "Content-Length is required",
      }),
    );
    const upload = httpRequest(`${proxied.baseUrl}/ingest-file`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b", "transfer-encoding": "chunked" },
    });
    upload.end(megabyte);
    const [response] = await once(upload, "response");
    expect(response.statusCode).toBe(411);
    response.resume();
  });
});

describe("an answer", () => {
  it("waits while the client does not take it, and arrives whole when it does", async () => {
    proxied = await startProxiedUpstream();
    let isSent = false;
    proxied.upstream.handle((request, response) => {
      if (request.path.endsWith("/b1")) return sendJson(response, 200, {});
      response.writeHead(200, { "content-type": "application/json", "content-length": 64 * megabyte.length });
      response.on("finish", () => {
        isSent = true;
      });
      Readable.from(Array.from({ length: 64 }, () => megabyte)).pipe(response);
    });
    const asked = httpRequest(`${proxied.baseUrl}/get-elements?file_id=f`);
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    await sendOthers(proxied.baseUrl);
    expect(isSent).toBe(false);
    let received = 0;
    for await (const chunk of response) received += chunk.length;
    expect(received).toBe(64 * megabyte.length);
  });

  it("asks once to be told when more may come, however often it has to wait", async () => {
    let listeners = 0;
    let waits = 0;
    // Like the middleware `compression`, which moves listeners to a place where they cannot be removed.
    const prepare = (app: Express) =>
      void app.use((_request, response, next) => {
        const { on, write } = response;
        response.on = response.once = function (this: typeof response, ...parameters: Parameters<typeof on>) {
          if (parameters[0] === "drain") listeners += 1;
          return on.apply(this, parameters);
        } as typeof on;
        response.write = function (this: typeof response, ...parameters: Parameters<typeof write>) {
          const taken = write.apply(this, parameters);
          if (!taken) waits += 1;
          return taken;
        } as typeof write;
        next();
      });
    proxied = await startProxiedUpstream({}, { prepare });
    proxied.upstream.handle((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      Readable.from(Array.from({ length: 32 }, () => megabyte)).pipe(response);
    });
    const { text: received } = await send(proxied.baseUrl, "GET", "/get-elements?file_id=f");
    expect(received.length).toBe(32 * megabyte.length);
    expect(waits).toBeGreaterThan(10);
    expect(listeners).toBe(1);
  });

  it("is given up when the client takes nothing any more", async () => {
    proxied = await startProxiedUpstream({ timeouts: { idleMs: 100 } });
    proxied.upstream.handle((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      Readable.from(Array.from({ length: 64 }, () => megabyte)).pipe(response);
    });
    const event = proxied.nextEvent();
    const asked = httpRequest(`${proxied.baseUrl}/get-elements?file_id=f`);
    asked.on("error", () => {});
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    response.on("error", () => {});
    expect(await event).toMatchObject({ operation: "getElements", outcome: "client-gone" });
    asked.destroy();
  });

  it("ends the request upstream when the client goes away before it", async () => {
    proxied = await startProxiedUpstream();
    proxied.upstream.handle((_request, _response, incoming) => incoming.resume());
    const asked = httpRequest(`${proxied.baseUrl}/get-elements?file_id=f`);
    asked.on("error", () => {});
    asked.end();
    await proxied.upstream.next();
    const event = proxied.nextEvent();
    asked.destroy();
    expect(await event).toMatchObject({ status: 499, outcome: "client-gone" });
  });

  it("breaks the connection off when the service breaks off within it", async () => {
    proxied = await startProxiedUpstream();
    proxied.upstream.handle((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write("half", () => response.destroy());
    });
    const event = proxied.nextEvent();
    await expect(send(proxied.baseUrl, "GET", "/builds/b1")).rejects.toThrow();
    expect(await event).toMatchObject({ type: "failed", stage: "upstream" });
  });

  it("breaks off too when the service falls silent within it", async () => {
    proxied = await startProxiedUpstream({ timeouts: { idleMs: 100 } });
    proxied.upstream.handle((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write("half");
    });
    await expect(send(proxied.baseUrl, "GET", "/builds/b1")).rejects.toThrow();
  });
});

describe("a service that is not there", () => {
  const detail = { detail: expect.any(String), message: expect.any(String) };

  it("is answered 502, also to an upload", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    proxied = await startProxiedUpstream({
      baseUrl: `http://127.0.0.1:${port}/sources`,
      timeouts: { idleMs: 200 },
    });
    const reply = await send(proxied.baseUrl, "GET", "/builds/b1");
    expect([reply.status, reply.json()]).toEqual([502, detail]);
    expect(reply.headers).toHaveProperty("x-request-id");
    const { upload, answer } = beginUpload(proxied.baseUrl, 5 * megabyte.length);
    for (let count = 0; count < 5; count += 1) upload.write(megabyte);
    upload.end();
    const response = await answer;
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([502, detail]);
    // Nothing is left that could fail later.
    await sendOthers(proxied.baseUrl);
  });

  it("is answered 504 when it does not answer in time", async () => {
    proxied = await startProxiedUpstream({ timeouts: { firstByteMs: 100 } });
    proxied.upstream.handle((_request, _response, incoming) => incoming.resume());
    const reply = await send(proxied.baseUrl, "POST", "/ask-sources", { body: { question: "?" } });
    expect([reply.status, reply.json()]).toEqual([504, detail]);
    await expect
      .poll(() => proxied?.events)
      .toMatchObject([{ type: "failed" }, { status: 504, outcome: "upstream-failed" }]);
  });

  it("is answered 502 when it speaks something else than HTTP", async () => {
    const other = createServer((socket) => socket.resume().end("SSH-2.0-OpenSSH\r\n")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    proxied = await startProxiedUpstream({ baseUrl: `http://127.0.0.1:${port}/sources` });
    const reply = await send(proxied.baseUrl, "GET", "/builds/b1");
    expect([reply.status, reply.json()]).toEqual([502, detail]);
    await new Promise((resolve) => other.close(resolve));
  });
});
