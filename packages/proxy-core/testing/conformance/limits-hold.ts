import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";
import { upload } from "./scoped-proxy.ts";

export function limitsHold(adapter: ProxyAdapter): void {
  let under: ProxyUnderTest;
  let streams: ServerResponse[];
  const start = async (options: SomeOptions = {}) => {
    under = await startProxyUnderTest(adapter, {
      authorize: (request) => {
        const caller = adapter.headerOf(request, "x-user");
        return caller ? { caller, files: ["f1"], ingest: true } : true;
      },
      ...options,
    });
    streams = [];
    under.upstream.handle((request, response, incoming) => {
      incoming.resume();
      if (request.headers.accept !== "text/event-stream") {
        // What a scoped question looks up first.
        if (request.method === "GET") return sendJson(response, 200, [{ file_id: "f1" }]);
        const answer = { answer: "", conversation_id: "c1", build_id: "b1" };
        incoming.once("end", () => sendJson(response, 200, answer));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: delta\ndata: {"text":"a"}\n\n');
      streams.push(response);
    });
  };
  afterEach(() => under.close());

  const openStream = (user?: string): Promise<IncomingMessage> => {
    const { hostname, port, pathname } = new URL(under.proxy.baseUrl);
    const outgoing = httpRequest({
      hostname,
      port,
      path: `${pathname}/ask-sources`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...(user ? { "x-user": user } : {}),
      },
      agent: false,
    });
    outgoing.on("error", () => {});
    outgoing.end('{"question":"?"}');
    return new Promise((resolve) =>
      outgoing.once("response", (response) => resolve(response.on("error", () => {}))),
    );
  };
  const as = (user: string, method: string, path: string, body?: object) =>
    under.send(method, path, { headers: { "x-user": user }, ...(body ? { body } : {}) });

  test("streams of one caller: 429 in the contract's form with Retry-After, and the others go on", async () => {
    await start({ limits: { perCaller: { openStreams: 2 } } });
    const open = [await openStream("anna"), await openStream("anna")];
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const reply = await under.send("POST", "/ask-sources", {
      headers: { "x-user": "anna", accept: "text/event-stream" },
      body: { question: "?" },
    });
    expect(reply.status).toBe(429);
    const text =
      "Too many answers are streamed at the same time. Send this one again after the time in Retry-After.";
    expect(reply.json()).toEqual({ detail: text, message: text });
    expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(reply.headers["x-request-id"]).toEqual(expect.any(String));
    expect(streams).toHaveLength(2);
    expect((await openStream("bob")).statusCode).toBe(200);
    expect((await openStream()).statusCode).toBe(200);
    expect((await as("anna", "GET", "/")).status).toBe(200);
    await expect
      .poll(() => under.events)
      .toContainEqual(expect.objectContaining({ status: 429, by: "proxy", caller: "anna" }));
  });

  test("a place is free again when a stream ends, when its client leaves, and when the service breaks off", async () => {
    await start({ limits: { perCaller: { openStreams: 1 } } });
    for (const end of [
      (response: IncomingMessage) => {
        streams.at(-1)?.end();
        response.resume();
      },
      (response: IncomingMessage) => void response.destroy(),
      (response: IncomingMessage) => {
        streams.at(-1)?.destroy();
        response.resume();
      },
    ]) {
      const response = await openStream("anna");
      expect(response.statusCode).toBe(200);
      expect((await openStream("anna")).statusCode).toBe(429);
      end(response);
      await expect
        .poll(async () => {
          const next = await openStream("anna");
          next.destroy();
          return next.statusCode;
        })
        .toBe(200);
      await expect.poll(() => streams.every(({ destroyed }) => destroyed)).toBe(true);
    }
  });

  test("no request keeps its place: whatever became of it, the next one passes", async () => {
    await start({ limits: { perCaller: { openRequests: 1 }, inAll: { openRequests: 1 } } });
    const all: [string, string, object?][] = [
      ["GET", "/"],
      ["HEAD", "/"],
      ["GET", "/builds/unknown"],
      ["POST", "/ask-sources", { question: "" }],
      ["POST", "/ask-sources", { question: "?" }],
      ["DELETE", "/delete", { file_id: "of-another" }],
      ["GET", "/healthz"],
    ];
    for (const user of ["anna", ""])
      for (const [method, path, body] of all)
        expect((await as(user, method, path, body)).status).not.toBe(429);
    under.upstream.handle((_request, response) => response.destroy());
    for (let count = 0; count < 3; count++) expect((await as("", "GET", "/")).status).toBe(502);
  });

  test("questions in a minute; other requests go on", async () => {
    await start({ limits: { perCaller: { questionsPerMinute: 2 }, inAll: { questionsPerMinute: 4 } } });
    const ask = async (user: string) => (await as(user, "POST", "/ask-sources", { question: "?" })).status;
    expect([await ask("anna"), await ask("anna"), await ask("anna")]).toEqual([200, 200, 429]);
    expect((await as("anna", "GET", "/")).status).toBe(200);
    expect([await ask("bob"), await ask(""), await ask("carl")]).toEqual([200, 200, 429]);
    const reply = await as("anna", "POST", "/ask-sources", { question: "?" });
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(50);
    expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(60);
  });

  test("bytes of open uploads: refused before the body is read", async () => {
    await start({ limits: { perCaller: { openUploadBytes: 1_000_000 } } });
    const { hostname, port, pathname } = new URL(under.proxy.baseUrl);
    const arrived = under.upstream.next();
    const first = httpRequest({
      hostname,
      port,
      path: `${pathname}/ingest-file`,
      method: "POST",
      headers: { ...upload.headers, "content-length": "900000", "x-user": "anna" },
      agent: false,
    });
    first.on("error", () => {});
    first.write("x".repeat(500_000));
    await arrived;
    const second = httpRequest({
      hostname,
      port,
      path: `${pathname}/ingest-file`,
      method: "POST",
      headers: { ...upload.headers, "content-length": "200000", "x-user": "anna" },
      agent: false,
    });
    second.on("error", () => {});
    // Not one byte of the body is sent.
    second.flushHeaders();
    const answer = await new Promise<IncomingMessage>((resolve) => second.once("response", resolve));
    expect(answer.statusCode).toBe(429);
    second.destroy();
    const others = await under.send("POST", "/ingest-file", {
      ...upload,
      headers: { ...upload.headers, "x-user": "bob" },
    });
    expect(others.status).toBe(200);
    first.destroy();
  });

  test("403 comes before 429", async () => {
    await start({ authorize: () => false, limits: { inAll: { questionsPerMinute: 1 } } });
    for (let count = 0; count < 3; count++)
      expect((await under.send("POST", "/ask-sources", { body: { question: "?" } })).status).toBe(403);
  });

  describe("600 streams of one caller", () => {
    test.each([
      ["named", "anna", 64],
      ["of an application that names no caller", undefined, 600],
    ])("%s: the small GET of another is answered", async (_name, user, passed) => {
      await start();
      const statuses: (number | undefined)[] = [];
      while (statuses.length < 600)
        statuses.push(
          ...(await Promise.all(Array.from({ length: 50 }, () => openStream(user)))).map(
            ({ statusCode }) => statusCode,
          ),
        );
      expect(statuses.filter((status) => status === 200)).toHaveLength(passed);
      expect(statuses.filter((status) => status === 429)).toHaveLength(600 - passed);
      expect((await under.send("GET", "/builds/b1")).status).toBe(200);
      expect((await as("bob", "GET", "/")).status).toBe(200);
    });
  });
}
