import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { exampleOf } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";

const encoders = { br: brotliCompressSync, gzip: gzipSync, identity: (bytes: Buffer) => bytes };

export function encodingsPass(adapter: ProxyAdapter): void {
  const keeps = adapter.capabilities.keepsEncoding ?? false;
  describe("encodings", () => {
    let under: ProxyUnderTest;
    const start = async (options?: SomeOptions) => {
      under = await startProxyUnderTest(adapter, options);
    };
    afterEach(() => under.close());

    /** A service that sends `value` with the first encoding that it is asked for. */
    const answerWith = (status: number, value: unknown) =>
      under.upstream.handle(({ headers }, response) => {
        const [encoding = ""] = String(headers["accept-encoding"]).split(", ");
        const body = encoders[encoding as keyof typeof encoders](Buffer.from(JSON.stringify(value)));
        const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
        response
          .writeHead(status, { "content-type": "application/json", vary: "Accept-Encoding", ...encoded })
          .end(body);
      });
    const ask = (path: string, accepted: string, headers = {}) =>
      fetch(under.proxy.baseUrl + path, { headers: { "accept-encoding": accepted, ...headers } });
    const asked = () => under.upstream.requests.map(({ headers }) => headers["accept-encoding"]);

    test.for([
      ["gzip, deflate, br, zstd", "br, gzip", "br"],
      ["gzip;q=0.5, br;q=0", "gzip", "gzip"],
      ["zstd", "identity", null],
    ] as const)("of a list, for a client that accepts %s", async ([accepted, forwarded, sent]) => {
      await start();
      const list = exampleOf("GET", "/sources/");
      answerWith(200, list);
      const reply = await ask("/", accepted);
      expect(await reply.json()).toEqual(list);
      expect(asked()).toEqual([keeps ? forwarded : "identity"]);
      expect(reply.headers.get("content-encoding")).toBe(keeps ? sent : null);
      expect(reply.headers.get("vary")).toContain("Accept-Encoding");
    });

    test("an encoded error of the service keeps its words", async () => {
      const detail = `Not like this. ${"Because. ".repeat(200)}`;
      for (const accepted of ["br", "gzip"]) {
        await start();
        answerWith(400, { detail, message: detail });
        const reply = await ask("/", accepted);
        expect(reply.status).toBe(400);
        expect(reply.headers.get("content-encoding")).toBeNull();
        expect(await reply.json()).toMatchObject({ detail });
        await under.close();
      }
    });

    test("an error that unpacks to too much, or not at all, gets words of the proxy", async () => {
      await start();
      for (const body of [gzipSync(Buffer.alloc(1024 * 1024, "1")), Buffer.from("not packed")]) {
        under.upstream.handle((_request, response) =>
          response
            .writeHead(503, { "content-type": "application/json", "content-encoding": "gzip" })
            .end(body),
        );
        const reply = await ask("/", "gzip");
        expect(reply.status).toBeGreaterThanOrEqual(500);
        expect(await reply.json()).toMatchObject({ detail: expect.stringMatching(/\S/) });
      }
    });

    test("what the proxy reads is not encoded: a list under a scope, and what it looks up for it", async () => {
      await start({ authorize: () => ({ caller: "anna", files: ["f1"] }) });
      answerWith(200, exampleOf("GET", "/sources/"));
      await ask("/", "br");
      expect(new Set(asked())).toEqual(new Set(["identity"]));
    });

    test("nor is a poll that many share", async () => {
      await start();
      await ask("/builds/b1?suppress_elements=true", "br", { prefer: "wait=1" });
      expect(asked()).toEqual(["identity"]);
    });
  });
}
