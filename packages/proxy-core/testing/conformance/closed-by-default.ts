import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addressOf, exampleOf, operationIds, operations } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, startProxyUnderTest } from "./proxy-under-test.ts";
import { rawGet, sendRaw } from "./send.ts";

const unknownPaths = [
  ...["/metrics", "/docs", "/openapi/sources.json", "/admin", "/flows/support/admin", "/flows/support/nodes"],
  ...[
    "/builds",
    "/builds/",
    "/builds//",
    "/builds/a/b",
    "//",
    "//builds/b1",
    "/sources/sources",
    "/sources/flows",
  ],
  ...["/ASK-SOURCES", "/Builds/b1", "/ask-sources/x", "/%61sk-sources", "/get-elements;x=1"],
  ...["/sources//", "/flows//", "/flows/support//"],
  ...["/flows/Support", "/flows/a.b", "/flows/-a", "/flows/a_b", `/flows/${"a".repeat(64)}`, "/flows/a%2Fb"],
  ...[
    "/flows/a.b/datasets",
    "/flows/evil.example%23/datasets",
    "/flows/@evil/datasets",
    "/flows/a:80/datasets",
  ],
];

/** Some server behind the proxy would understand each of these differently. */
const hostileTargets = [
  ...[
    "/builds/..",
    "/builds/../delete",
    "/builds/./b1",
    "/builds/.",
    "/../builds/b1",
    "/builds/b1/..",
    "/./",
    "/..",
  ],
  ...["/builds/%2e%2e", "/builds/%2E%2E/delete", "/builds/%2e", "/builds/..%2fdelete", "/builds/b1%2f..%2fx"],
  ...[
    "/builds/b1%2Fx",
    "/builds/b1%5Cx",
    "/builds/b1\\x",
    "/builds\\b1",
    "/builds/%252e%252e",
    "/builds/b1%252Fx",
  ],
  ...[
    "/builds/b1%00",
    "/builds/%00",
    "/builds/b1%0a",
    "/builds/b1%0d%0aX: y",
    "/builds/b1%09",
    "/builds/b1%7f",
  ],
  ...[
    "/builds/b1%3Fx=1",
    "/builds/b1%23x",
    "/builds/%",
    "/builds/%zz",
    "/builds/%c0%ae%c0%ae",
    "/builds/%ff",
  ],
  ...[
    "/builds/b1#x",
    "/flows/..",
    "/flows/../healthz",
    "/flows/%2e%2e/datasets",
    "/flows/support/../../healthz",
  ],
  ...[
    `/builds/${"b".repeat(300)}`,
    "/..%2f..%2fetc%2fpasswd/pages/1/screenshot",
    "/%2e%2e/pages/1/screenshot",
  ],
];

export function closedByDefault(adapter: ProxyAdapter): void {
  describe("closed by default", () => {
    let under: ProxyUnderTest;
    beforeAll(async () => {
      under = await startProxyUnderTest(adapter);
    });
    afterEach(() => under.upstream.reset());
    afterAll(() => under.close());
    const base = () => new URL(under.proxy.baseUrl).pathname;

    test.each(unknownPaths)("%s is nothing of the contract: 404, not forwarded", async (path) => {
      for (const method of ["GET", "POST"]) {
        const reply = await under.send(method, path);
        expect(reply.status).toBe(404);
        expect(reply.json().detail).toEqual(expect.any(String));
      }
      expect(under.upstream.requests).toEqual([]);
    });

    test.each(hostileTargets)("%s reaches nothing else", async (path) => {
      const { status } = await sendRaw(under.proxy.baseUrl, rawGet(base() + path));
      if (adapter.capabilities.rawTargets) {
        expect([400, 404]).toContain(status);
        expect(under.upstream.requests).toEqual([]);
        return;
      }
      // The runtime may resolve a target before the adapter sees it. If it passes, it must be an operation in the
      // contract's spelling.
      for (const { method, target } of under.upstream.requests) {
        expect(exampleOf(method, target.replace(/\?.*/, "")), target).toBeDefined();
        expect(target).not.toMatch(/\.\.|%2f|%5c|%25|%00|\\|#/i);
      }
    });

    test("absolute and other forms of a target are not followed", async () => {
      for (const request of [
        rawGet("http://evil.example/builds/b1"),
        rawGet(`http://evil.example${base()}/../../x`),
        rawGet("evil.example:443", [], "CONNECT"),
        rawGet("*", [], "OPTIONS"),
      ])
        await sendRaw(under.proxy.baseUrl, request);
      expect(under.upstream.requests).toEqual([]);
    });

    test("a known address with another method: 405 that names the right ones", async () => {
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
        const reply = await under.send(method, "/ask-sources");
        expect(reply.status, method).toBe(405);
        expect(reply.headers.allow).toBe("POST");
        if (method !== "HEAD") expect(reply.json().detail).toBe("Method not allowed. Allowed here: POST");
      }
      expect((await under.send("GET", "/flows/support")).headers.allow).toBe("POST, DELETE");
      expect((await under.send("POST", "/")).headers.allow).toBe("GET, HEAD");
      expect(under.upstream.requests).toEqual([]);
    });

    test("tokens are managed only where the application says so", async () => {
      for (const [method, path] of [
        ["GET", "/tokens"],
        ["HEAD", "/tokens"],
        ["POST", "/tokens"],
        ["DELETE", "/tokens/t1"],
        ["GET", "/sources/tokens"],
      ] as const)
        expect((await under.send(method, path)).status, `${method} ${path}`).toBe(404);
      expect(under.upstream.requests).toEqual([]);
    });

    test("original files pass only where the application says so", async () => {
      for (const [method, path] of [
        ["GET", "/f1/content"],
        ["HEAD", "/f1/content"],
        ["GET", "/sources/f1/content"],
      ] as const)
        expect((await under.send(method, path)).status, `${method} ${path}`).toBe(404);
      expect(under.upstream.requests).toEqual([]);
    });

    test("odd methods never pass", async () => {
      for (const method of ["get", "TRACE", "PROPFIND", "GETX", "post"]) {
        const { status } = await sendRaw(under.proxy.baseUrl, rawGet(`${base()}/builds/b1`, [], method));
        expect([400, 404, 405, 501]).toContain(status);
      }
      expect(under.upstream.requests).toEqual([]);
    });
  });

  describe("allow", () => {
    test("only the operations named pass", async () => {
      const under = await startProxyUnderTest(adapter, { allow: ["listSources", "getBuild"] });
      try {
        for (const operation of operationIds) {
          const { method, body } = operations[operation];
          const reply = await under.send(method, addressOf(operation), body === "none" ? {} : { body: {} });
          const named = operation === "listSources" || operation === "getBuild";
          expect(reply.status, operation).toBe(named ? 200 : 404);
        }
        expect(under.upstream.requests).toHaveLength(2);
      } finally {
        await under.close();
      }
    });
  });
}
