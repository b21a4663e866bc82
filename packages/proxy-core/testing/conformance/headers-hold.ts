import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exampleOf } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, startProxyUnderTest, token } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";
import { rawGet, sendRaw } from "./send.ts";

const hostile = {
  authorization: "Bearer of-the-browser",
  cookie: "session=1",
  "proxy-authorization": "Basic eDp5",
  forwarded: "for=10.0.0.1;host=evil.example",
  "x-forwarded-for": "10.0.0.1",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-real-ip": "10.0.0.1",
  "x-original-url": "/delete",
  "x-rewrite-url": "/delete",
  "x-http-method-override": "DELETE",
  "x-http-method": "DELETE",
  "x-method-override": "DELETE",
  te: "trailers",
  "keep-alive": "timeout=100",
  upgrade: "h2c",
  connection: "close, x-custom",
  "x-custom": "1",
  "x-stainless-lang": "js",
  "user-agent": "browser",
  referer: "https://app.example/secret-page",
  origin: "https://elsewhere.example",
  range: "bytes=0-1",
};

/** The headers that a read request may have at the service: these, and those that every HTTP client adds. */
const allowed = new Set([
  ...["last-event-id", "idempotency-key", "traceparent", "tracestate"],
  ...["accept", "if-none-match", "prefer", "authorization", "x-request-id", "accept-encoding"],
  ...["host", "connection", "user-agent", "accept-language", "sec-fetch-mode"],
  // `fetch` adds these two to a conditional request.
  ...["cache-control", "pragma"],
]);

export function headersHold(adapter: ProxyAdapter): void {
  describe("headers", () => {
    let under: ProxyUnderTest;
    beforeAll(async () => {
      under = await startProxyUnderTest(adapter);
    });
    afterEach(() => under.upstream.reset());
    afterAll(() => under.close());

    test("of the browser only what it may say about the answer reaches the service", async () => {
      const wanted = {
        ...{ accept: "application/json", "if-none-match": '"1"', prefer: "wait=3" },
        ...{ "last-event-id": "3", "idempotency-key": "k-1" },
        ...{ traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", tracestate: "v=1" },
      };
      await under.send("GET", "/builds/b1", { headers: { ...hostile, ...wanted } });
      const headers: Record<string, unknown> = under.upstream.requests[0]?.headers ?? {};
      expect(Object.keys(headers).filter((name) => !allowed.has(name))).toEqual([]);
      expect(headers).toMatchObject({
        ...wanted,
        authorization: `Bearer ${token}`,
        "accept-encoding": "identity",
      });
      expect(headers["user-agent"]).not.toBe("browser");
      expect(headers.host).toBe(new URL(under.upstream.origin).host);
      expect(JSON.stringify(headers)).not.toMatch(/of-the-browser|session=1|10\.0\.0\.1|evil\.example/);
    });

    test("of the service nothing but the answer's own headers reaches the browser", async () => {
      under.upstream.handle((request, response) =>
        sendJson(response, 200, exampleOf(request.method, request.path), {
          "set-cookie": ["a=1", "b=2"],
          server: "uvicorn",
          via: "1.1 gateway",
          "x-powered-by": "something",
          "access-control-allow-origin": "*",
          "access-control-allow-credentials": "true",
          "strict-transport-security": "max-age=1",
          "content-security-policy": "default-src *",
          location: "http://10.0.0.7/internal",
          link: "<http://10.0.0.7>; rel=next",
          authorization: `Bearer ${token}`,
          "x-upstream-host": "10.0.0.7",
          etag: '"e"',
          "cache-control": "no-cache",
          vary: "Accept",
        }),
      );
      const { headers, status } = await under.send("GET", "/");
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        etag: '"e"',
        "cache-control": "private, no-cache",
        vary: expect.stringContaining("Accept"),
      });
      for (const name of [
        ...["set-cookie", "via", "location", "link", "authorization", "x-upstream-host"],
        ...["access-control-allow-origin", "access-control-allow-credentials"],
        ...["strict-transport-security", "content-security-policy"],
      ])
        expect(headers[name], name).toBeUndefined();
      expect(headers.server ?? "").not.toContain("uvicorn");
      expect(headers["x-powered-by"] ?? "").not.toBe("something");
    });

    test("what is no answer of the service is not shown under the application's own origin", async () => {
      const page = "<script>alert(1)</script>";
      for (const [status, shown] of [
        [200, 502],
        [302, 502],
        [404, 404],
        [502, 502],
      ] as const) {
        under.upstream.handle((_request, response) => {
          response.writeHead(status, { "content-type": "text/html", location: "http://10.0.0.7/" });
          response.end(page);
        });
        const reply = await under.send("GET", "/");
        expect(reply.status).toBe(shown);
        expect(reply.json().detail).toEqual(expect.any(String));
        expect(reply.text).not.toContain("script");
        expect(reply.headers.location).toBeUndefined();
      }
    });

    test("an error of a gateway in JSON of its own is put into the contract's form", async () => {
      for (const said of [{ error: "pool 10.0.0.7 down" }, ["10.0.0.7"], "{10.0.0.7"]) {
        under.upstream.handle((_request, response) => {
          response.writeHead(503, { "content-type": "application/json", "retry-after": "7" });
          response.end(typeof said === "string" ? said : JSON.stringify(said));
        });
        const reply = await under.send("POST", "/ask-sources", { body: { question: "?" } });
        expect(reply.status).toBe(503);
        expect(reply.json().detail).toBe("The document service answered 503 without giving a reason");
        expect(reply.headers["retry-after"]).toBe("7");
        expect(reply.text).not.toContain("10.0.0.7");
      }
    });

    test("a refused token is the application's fault, not the user's: 502, and never the token", async () => {
      under.upstream.handle((_request, response) =>
        sendJson(response, 401, { detail: `Invalid authentication credentials: ${token}` }),
      );
      const reply = await under.send("GET", "/");
      expect(reply.status).toBe(502);
      expect(reply.json().detail).toBe("The document service refused the application's token");
      expect(reply.headers["x-was-done"]).toBe("false");
      expect(reply.json().message).toBe(reply.json().detail);
      expect(reply.text).not.toContain(token);
    });

    test("304 and 204 pass without a body", async () => {
      for (const status of [304, 204]) {
        // A 304 may give the length of the body that it does not send (RFC 9110, 8.6).
        const length = status === 304 ? { "content-length": "2048" } : {};
        under.upstream.handle((_request, response) =>
          response.writeHead(status, { etag: '"e"', ...length }).end(),
        );
        const reply = await under.send("GET", "/f1/pages/1/screenshot", {
          headers: { "if-none-match": '"e"' },
        });
        expect(reply).toMatchObject({ status, text: "" });
        expect(reply.headers.etag).toBe('"e"');
      }
    });

    test("bytes of a picture pass unchanged", async () => {
      const picture = Buffer.from(Array.from({ length: 256 }, (_value, index) => index));
      under.upstream.handle((_request, response) => {
        response.writeHead(200, { "content-type": "image/png", "cache-control": "public, max-age=3600" });
        response.end(picture);
      });
      const reply = await fetch(`${under.proxy.baseUrl}/f1/pages/1/screenshot`, {
        headers: { accept: "image/png" },
      });
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(picture);
      expect(reply.headers.get("content-type")).toBe("image/png");
      // A cache in between sees only the application's session and no token, so it must not give the picture to
      // everybody.
      expect(reply.headers.get("cache-control")).toBe("private, max-age=3600");
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    });

    test("two lengths, or a length beside chunks, never become two requests upstream", async () => {
      const inner = rawGet("/sources/delete", [], "DELETE");
      const base = new URL(under.proxy.baseUrl).pathname;
      for (const headers of [
        ["Content-Length: 2", "Content-Length: 40"],
        ["Content-Length: 2, 40"],
        ["Content-Length: 2", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
        ["Transfer-Encoding: xchunked"],
        ["Content-Length: +2"],
        ["Content-Length : 2"],
      ]) {
        await sendRaw(
          under.proxy.baseUrl,
          `${rawGet(`${base}/ask-sources`, ["Content-Type: application/json", ...headers], "POST")}{}${inner}`,
        );
        const seen = under.upstream.requests.map(({ method, path }) => `${method} ${path}`);
        expect(
          seen.filter((request) => request !== "POST /sources/ask-sources"),
          headers.join(),
        ).toEqual([]);
        for (const request of under.upstream.requests) {
          expect(request.body, headers.join()).not.toContain("DELETE");
          expect(await request.ended).toMatch(/whole|broken-off/);
        }
        under.upstream.requests.length = 0;
      }
    });
  });
}
