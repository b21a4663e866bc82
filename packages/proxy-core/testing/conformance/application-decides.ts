import { afterEach, describe, expect, test } from "vitest";
import type { OperationCall } from "../../src/options/operation-call.ts";
import { addressOf, operationIds, operations } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest, token } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";

export function applicationDecides(adapter: ProxyAdapter): void {
  let under: ProxyUnderTest;
  const start = async (options: SomeOptions) => {
    under = await startProxyUnderTest(adapter, options);
  };
  afterEach(() => under.close());

  describe("authorize", () => {
    test("is asked for every operation, and told which it is", async () => {
      const calls: OperationCall[] = [];
      await start({
        allow: operationIds,
        authorize: (_request, call) => {
          calls.push(call);
          return true;
        },
      });
      for (const operation of operationIds) {
        const { method, body } = operations[operation];
        await under.send(method, addressOf(operation), body === "none" ? {} : { body: {} });
      }
      expect(calls.map(({ operation }) => operation)).toEqual(operationIds);
      for (const { operation, access } of calls) expect(access).toBe(operations[operation].access);
      const called = (operation: string) => calls.find((call) => call.operation === operation);
      expect(called("getBuild")?.params).toEqual({ build_id: "b8a2c1d4-3e5f-4071-8293-a4b5c6d7e8f9" });
      expect(called("updateDataset")).toMatchObject({
        flow: "support",
        params: { node_id: "node-1767225600000" },
      });
      expect(called("listFlows")?.flow).toBeUndefined();
    });

    test("gets the framework's own request", async () => {
      await start({ authorize: (request) => adapter.headerOf(request, "x-user") === "anna" });
      expect((await under.send("GET", "/", { headers: { "x-user": "anna" } })).status).toBe(200);
      expect((await under.send("GET", "/", { headers: { "x-user": "bob" } })).status).toBe(403);
      expect((await under.send("GET", "/")).status).toBe(403);
      expect(under.upstream.requests).toHaveLength(1);
    });

    test("false: 403 with a reason, and nothing forwarded", async () => {
      await start({ authorize: async () => false });
      const reply = await under.send("POST", "/ask-sources", { body: { question: "?" } });
      expect(reply.status).toBe(403);
      expect(reply.json()).toEqual({ detail: "Permission denied", message: "Permission denied" });
      expect(reply.headers["x-request-id"]).toEqual(expect.any(String));
      expect(under.upstream.requests).toEqual([]);
    });

    test("a Response is sent as it is", async () => {
      await start({
        authorize: () =>
          new Response("log in first", {
            status: 307,
            headers: { location: "/login", "set-cookie": "to=here" },
          }),
      });
      const reply = await under.send("GET", "/");
      expect(reply).toMatchObject({ status: 307, text: "log in first" });
      expect(reply.headers).toMatchObject({ location: "/login", "set-cookie": ["to=here"] });
      expect(under.upstream.requests).toEqual([]);
    });

    test.each([
      ["a forgotten return", () => undefined],
      ["null", () => null],
      ["a truthy text", () => "yes"],
      ["an object without a caller", () => ({ files: ["f1"] })],
      ["an empty caller", () => ({ caller: "" })],
      ["a caller of another type", () => ({ caller: 7 })],
      ["files of another type", () => ({ caller: "anna", files: "f1" })],
      ["flows of another type", () => ({ caller: "anna", flows: "support" })],
      ["a misspelt right", () => ({ caller: "anna", fileIds: ["f1"] })],
      ["an unknown write", () => ({ caller: "anna", write: "everything" })],
      [
        "a throw",
        () => {
          throw new Error("database is down at 10.0.0.7");
        },
      ],
      ["a rejection", () => Promise.reject(new Error("database is down at 10.0.0.7"))],
    ])("%s closes: 500 in general words", async (_what, authorize) => {
      await start({ authorize: authorize as never });
      const reply = await under.send("GET", "/");
      expect(reply.status).toBe(500);
      expect(reply.json().detail).toBe("The request could not be handled");
      expect(reply.text).not.toContain("10.0.0.7");
      expect(under.upstream.requests).toEqual([]);
      await expect
        .poll(() => under.events)
        .toContainEqual(
          expect.objectContaining({ type: "failed", stage: "authorize", error: expect.any(Error) }),
        );
    });
  });

  describe("token", () => {
    test("may differ from request to request", async () => {
      await start({
        token: async (request, { operation }) => `${adapter.headerOf(request, "x-tenant")}-${operation}`,
      });
      await under.send("GET", "/", { headers: { "x-tenant": "acme" } });
      await under.send("GET", "/builds/b1", { headers: { "x-tenant": "other" } });
      expect(under.upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
        "Bearer acme-listSources",
        "Bearer other-getBuild",
      ]);
    });

    test("is not asked for where none is needed", async () => {
      await start({ token: () => Promise.reject(new Error("no session")) });
      expect((await under.send("GET", "/readyz")).status).toBe(200);
      expect((await under.send("GET", "/")).status).toBe(500);
    });

    test.each([
      ["nothing", () => undefined],
      ["an empty text", () => ""],
      ["a line break", () => `${token}\r\nx-injected: 1`],
      [
        "a throw that holds it",
        () => {
          throw new Error(`cannot decrypt ${token}`);
        },
      ],
    ])("%s instead of one: 500, and it appears nowhere", async (_what, answer) => {
      await start({ token: answer as never });
      const reply = await under.send("GET", "/");
      expect(reply.status).toBe(500);
      expect(reply.json().detail).toBe("The application has no token for this request");
      expect(reply.text + JSON.stringify(under.events)).not.toContain(token);
      await expect
        .poll(() => under.events)
        .toContainEqual(expect.objectContaining({ type: "failed", stage: "token", error: undefined }));
      expect(under.upstream.requests).toEqual([]);
    });
  });

  describe("pages of other origins", () => {
    const ask = { body: { question: "?" } };
    const writing: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "https://app.example.evil.example", host: "app.example" },
      { origin: "https://app.example:8443", host: "app.example" },
      { origin: "null" },
      { origin: "file://" },
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "https://other.app.example", host: "app.example" },
      { "sec-fetch-site": "cross-site", origin: "http://app.example", host: "app.example" },
    ];

    test.each(writing)("may not write: %o", async (headers) => {
      await start({});
      for (const [method, path, sent] of [
        ["POST", "/ask-sources", ask],
        ["DELETE", "/delete", { body: { file_id: "f1" } }],
        ["PATCH", "/flows/support/llm/n1", { body: { config: {} } }],
      ] as const) {
        const reply = await under.send(method, path, { ...sent, headers });
        expect(reply.status).toBe(403);
        expect(reply.json().detail).toContain("allowedOrigins");
      }
      expect(under.upstream.requests).toEqual([]);
    });

    test.each<Record<string, string>>([
      {},
      { origin: "https://app.example", host: "app.example" },
      { origin: "https://app.example:443", host: "app.example" },
      { origin: "http://localhost:3000", host: "localhost:3000" },
      { origin: "https://App.Example", host: "app.example:443" },
      // A reverse proxy changed Host. The browser itself says that the page has the same origin.
      { origin: "https://app.example", host: "10.0.0.7:8080", "sec-fetch-site": "same-origin" },
      { origin: "https://listed.example", "sec-fetch-site": "cross-site" },
    ])("the application's own, those listed, and no browser at all may: %o", async (headers) => {
      await start({ allowedOrigins: ["https://listed.example"] });
      expect((await under.send("POST", "/ask-sources", { ...ask, headers })).status).toBe(200);
    });

    test("reading needs no permission of its own, for another origin cannot see the answer", async () => {
      await start({});
      const reply = await under.send("GET", "/", { headers: { origin: "https://evil.example" } });
      expect(reply.status).toBe(200);
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    });
  });

  describe("onEvent", () => {
    test("is told every request, and never the token, a header, a query or a body", async () => {
      await start({
        authorize: (request) => (adapter.headerOf(request, "x-user") ? { caller: "anna" } : true),
      });
      await under.send("GET", "/builds/b1?page=private-query", { headers: { "x-request-id": "one" } });
      await under.send("GET", "/nowhere", { headers: { "x-request-id": "two" } });
      await under.send("GET", "/", { headers: { "x-request-id": "three", "x-user": "anna" } });
      under.upstream.handle((_request, response) => sendJson(response, 401, { detail: token }));
      await under.send("POST", "/ask-sources", { body: { question: "private-question" } });
      await expect.poll(() => under.events.length).toBe(5);
      await expect
        .poll(() => under.events)
        .toMatchObject([
          {
            type: "answered",
            requestId: "one",
            method: "GET",
            operation: "getBuild",
            status: 200,
            by: "upstream",
          },
          { type: "answered", requestId: "two", operation: undefined, status: 404, by: "proxy" },
          {
            type: "answered",
            requestId: "three",
            operation: "listSources",
            caller: "anna",
            status: 200,
            by: "proxy",
          },
          { type: "failed", stage: "upstream", error: { message: "The service refused the token (401)" } },
          { type: "answered", operation: "askSources", outcome: "complete" },
        ]);
      for (const event of under.events)
        if (event.type === "answered") expect(event.durationMs).toBeGreaterThan(0);
      expect(JSON.stringify(under.events)).not.toMatch(new RegExp(`${token}|private`));
    });

    test("is told that something else than the service answers", async () => {
      await start({});
      under.upstream.handle((_request, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        response.end("<p>Welcome to nginx!</p>");
      });
      expect((await under.send("GET", "/")).status).toBe(502);
      const message = "What answered is not the document service (200, text/html): check baseUrl";
      await expect
        .poll(() => under.events)
        .toContainEqual(
          expect.objectContaining({ type: "failed", stage: "upstream", error: new Error(message) }),
        );
    });

    test("is told that the service has no such address", async () => {
      await start({});
      under.upstream.handle((_request, response) => sendJson(response, 404, { detail: "Not found" }));
      expect((await under.send("GET", "/builds/b1")).status).toBe(404);
      const error = new Error("The service knows no such address: check baseUrl");
      await expect
        .poll(() => under.events)
        .toContainEqual(expect.objectContaining({ type: "failed", stage: "upstream", error }));
    });

    test("that throws changes nothing", async () => {
      const { error } = console;
      console.error = () => {};
      try {
        await start({
          onEvent: () => {
            throw new Error("no disk");
          },
        });
        expect((await under.send("GET", "/")).status).toBe(200);
      } finally {
        console.error = error;
      }
    });
  });
}
