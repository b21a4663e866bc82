import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addressOf, bodies, operationIds, operations, readExample, upstreamAddressOf } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, startProxyUnderTest, token } from "./proxy-under-test.ts";
import { type Handle, sendJson } from "./recording-upstream.ts";

const boundary = "----pages";
const upload = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="file"; filename="warranty.md"',
  "",
  "# Warranty",
  `--${boundary}--`,
  "",
].join("\r\n");

const file = "# Warranty";
const sendFile: Handle = (_request, response, incoming) => {
  incoming.resume();
  response.writeHead(200, { "content-type": "text/markdown", "content-disposition": "attachment" });
  response.end(file);
};

export function operationsPass(adapter: ProxyAdapter): void {
  describe("operations of the contract", () => {
    let under: ProxyUnderTest;
    beforeAll(async () => {
      under = await startProxyUnderTest(adapter, { allow: operationIds });
    });
    afterEach(() => under.upstream.reset());
    afterAll(() => under.close());

    test.each(operationIds)("%s passes, with the application's token", async (operation) => {
      const { method, body, auth, answer } = operations[operation];
      if (answer === "bytes") under.upstream.handle(sendFile);
      const content =
        body === "multipart"
          ? { body: upload, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } }
          : body === "json"
            ? { body: bodies[operation] ?? {}, headers: {} }
            : { headers: {} };
      const reply = await under.send(method, addressOf(operation), {
        ...content,
        headers: { ...content.headers, authorization: "Bearer of-the-browser" },
      });

      expect(reply.status).toBe(200);
      if (answer === "bytes") expect(reply.text).toBe(file);
      else expect(reply.json()).toEqual(readExample(operation));
      const [seen, ...more] = under.upstream.requests;
      expect(more).toEqual([]);
      expect(seen?.method).toBe(method);
      expect(seen?.path.replace(/(.)\/$/, "$1")).toBe(upstreamAddressOf(operation).replace(/(.)\/$/, "$1"));
      expect(seen?.headers.authorization).toBe(auth ? `Bearer ${token}` : undefined);
      if (body === "json") expect(JSON.parse(seen?.body ?? "")).toEqual(bodies[operation] ?? {});
      if (body === "multipart") expect(seen?.body).toBe(upload);
    });

    test("HEAD passes wherever GET does, under the same operation", async () => {
      under.upstream.handle((_request, response, incoming) => {
        incoming.resume();
        response.writeHead(200, { "content-type": "application/json", "x-total-count": "7" });
        response.end("[]");
      });
      for (const path of ["/", "/builds/b1", "/get-elements?file_id=f1", "/healthz"]) {
        const reply = await under.send("HEAD", path);
        expect(reply.status, path).toBe(200);
        expect(reply.text).toBe("");
        expect(reply.headers["x-total-count"]).toBe("7");
        expect(under.upstream.requests.at(-1)?.method).toBe("HEAD");
      }
      const answered = under.events.filter(({ type }) => type === "answered").slice(-4);
      expect(answered).toMatchObject([
        { operation: "listSources", method: "HEAD" },
        { operation: "getBuild" },
        { operation: "getElements" },
        { operation: "getHealth" },
      ]);
      under.upstream.handle((_request, response, incoming) => {
        incoming.resume();
        sendJson(response, 404, { detail: "File not found" });
      });
      const missing = await under.send("HEAD", "/get-elements?file_id=x");
      expect({ status: missing.status, text: missing.text }).toEqual({ status: 404, text: "" });
    });

    test("what the service understood passes in X-Headwater-Notice", async () => {
      under.upstream.handle((request, response, incoming) => {
        incoming.resume();
        const notice = request.query.has("elements_to_remove") ? "elements_to_remove is read" : "";
        sendJson(response, 200, { items: [], total: 0 }, { "x-headwater-notice": notice });
      });
      const reply = await under.send("GET", "/get-elements?file_id=x&elements_to_remove=Title");
      expect(reply.headers["x-headwater-notice"]).toBe("elements_to_remove is read");
    });

    test("the list of sources answers at the mount point, below /sources, with and without a slash", async () => {
      for (const path of [
        "",
        "/",
        "/sources",
        "/sources/",
        "?file_ids=a&file_ids=b",
        "/sources?file_ids=a%2Cb",
      ])
        expect((await under.send("GET", path)).status, path).toBe(200);
      expect(under.upstream.requests.map(({ path }) => path)).toEqual(Array(6).fill("/sources/"));
      expect(under.upstream.requests.at(-2)?.target).toBe("/sources/?file_ids=a&file_ids=b");
      expect(under.upstream.requests.at(-1)?.target).toBe("/sources/?file_ids=a%2Cb");
    });

    test("the sources surface answers below /sources too", async () => {
      expect((await under.send("GET", "/sources/builds/b1?page=1&page_size=2")).status).toBe(200);
      expect(under.upstream.requests[0]?.target).toBe("/sources/builds/b1?page=1&page_size=2");
    });

    test("an id with characters that need encoding arrives as it was meant", async () => {
      expect((await under.send("GET", "/builds/caf%C3%A9%20%2B1")).status).toBe(200);
      expect(decodeURIComponent(under.upstream.requests[0]?.path ?? "")).toBe("/sources/builds/café +1");
    });

    test("DELETE carries its body", async () => {
      await under.send("DELETE", "/delete", { body: { file_id: "f1" } });
      expect(under.upstream.requests[0]).toMatchObject({ method: "DELETE", body: '{"file_id":"f1"}' });
      expect(under.upstream.requests[0]?.headers["content-length"]).toBe("16");
    });

    test("refusals of the service pass with their status, body and headers", async () => {
      const said = { detail: "File size exceeds the maximum allowed limit of 100MB", message: "too large" };
      for (const status of [400, 403, 404, 411, 413, 429, 500, 503]) {
        under.upstream.handle((_request, response, incoming) => {
          incoming.resume();
          sendJson(response, status, said, { "retry-after": "7" });
        });
        const reply = await under.send("POST", "/ask-sources", { body: { question: "?" } });
        expect(reply.status).toBe(status);
        expect(reply.json()).toEqual(said);
        expect(reply.headers["retry-after"]).toBe("7");
      }
    });

    test("a request id is passed on when it is one, and made when not", async () => {
      const kept = await under.send("GET", "/", { headers: { "x-request-id": "abc-123" } });
      expect(kept.headers["x-request-id"]).toBe("abc-123");
      expect(under.upstream.requests[0]?.headers["x-request-id"]).toBe("abc-123");

      const made = await under.send("GET", "/", { headers: { "x-request-id": "not sane; drop" } });
      expect(made.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(under.upstream.requests[1]?.headers["x-request-id"]).toBe(made.headers["x-request-id"]);
    });
  });
}
