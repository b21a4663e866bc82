import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import type { Sent } from "./send.ts";

const boundary = "----b";
const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;
const upload = (name: string, content: string | Buffer, before = ""): Sent => ({
  headers,
  body: Buffer.concat([Buffer.from(before + fileHead(name)), Buffer.from(content), Buffer.from(end)]),
});

export function uploadsHold(adapter: ProxyAdapter): void {
  let under: ProxyUnderTest;
  const start = async (options: SomeOptions = {}) => {
    under = await startProxyUnderTest(adapter, {
      authorize: (request) => {
        const caller = adapter.headerOf(request, "x-user");
        return caller ? { caller, ingest: true } : true;
      },
      ...options,
    });
  };
  afterEach(() => under.close());
  const path = "/ingest-file";

  test("a file of an allowed type and size passes unchanged, small and large", async () => {
    await start({ uploads: { maxBytes: 1_000_000, types: ["pdf", ".MD"] } });
    for (const size of [0, 10, 1_000_000]) {
      const sent = upload("A.Md", "x".repeat(size), field("method", "fast"));
      expect((await under.send("POST", path, sent)).status).toBe(200);
      const seen = under.upstream.requests.at(-1);
      expect(seen?.bytes).toBe((sent.body as Buffer).length);
      expect(seen?.headers).toMatchObject({ "content-length": String(seen?.bytes), ...headers });
      if (size < 1_000) expect(seen?.body).toBe(String(sent.body));
    }
  });

  test.each(["a.exe", "a.pdf.exe", "pdf", "a.md/", "a.html\0", ""])(
    "the type of %j is refused in the contract's words, and never looks like a whole upload",
    async (name) => {
      await start({ uploads: { types: ["pdf", "md"] } });
      for (const size of [10, 300_000]) {
        const reply = await under.send("POST", path, upload(name, "x".repeat(size)));
        expect(reply.status).toBe(400);
        expect(reply.json().detail).toMatch(
          /^(?:File type '\w*' is not supported\. Allowed types: pdf, md$|Invalid input: )/,
        );
      }
      for (const { ended } of under.upstream.requests) expect(await ended).toBe("broken-off");
    },
  );

  test("a size that the headers tell is refused before a byte of the body", async () => {
    await start({ uploads: { maxBytes: 1024 * 1024 } });
    const { hostname, port, pathname } = new URL(under.proxy.baseUrl);
    const outgoing = httpRequest({
      hostname,
      port,
      path: pathname + path,
      method: "POST",
      headers: { ...headers, "content-length": String(2 * 1024 * 1024) },
      agent: false,
    });
    outgoing.on("error", () => {});
    outgoing.flushHeaders();
    const answer = await new Promise<IncomingMessage>((resolve) => outgoing.once("response", resolve));
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(await text(answer)).detail).toBe("File size exceeds the maximum allowed limit of 1MB");
    outgoing.destroy();
    expect(under.upstream.requests).toEqual([]);
  });

  test("a size that only the file tells is refused while it passes", async () => {
    await start({ uploads: { maxBytes: 300_000 } });
    const reply = await under.send("POST", path, upload("a.md", "x".repeat(300_001)));
    expect(reply.status).toBe(413);
    expect(reply.json().detail).toBe("File size exceeds the maximum allowed limit of 300000 bytes");
    for (const { ended } of under.upstream.requests) expect(await ended).toBe("broken-off");
    expect((await under.send("POST", path, upload("a.md", "x".repeat(300_000)))).status).toBe(200);
  });

  test.each([
    ["without a scope", {}],
    ["under a scope", { "x-user": "anna" }],
  ])(
    "tags are the server's, %s: those of the browser do not reach the service as tags",
    async (_name, user) => {
      await start({ uploads: { tags: ["tenant-a", "büro"] } });
      for (const size of [10, 300_000]) {
        const sent = upload("a.md", "x".repeat(size), field("tags", "tenant-b") + field("method", "fast"));
        expect((await under.send("POST", path, { ...sent, headers: { ...headers, ...user } })).status).toBe(
          200,
        );
        const seen = under.upstream.requests.at(-1);
        expect(seen?.bytes).toBe(Number(seen?.headers["content-length"]));
        const fields = [...(seen?.body ?? "").matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g)].map(
          ([, name, value]) => [name, value],
        );
        expect(fields).toEqual([
          ["tags", "tenant-a"],
          ["tags", "büro"],
          ["____", "tenant-b"],
          ["method", "fast"],
        ]);
      }
      const body = { url: "https://example.com/a", tags: ["tenant-b"], method: "fast" };
      expect((await under.send("POST", "/ingest-url", { body, headers: user })).status).toBe(200);
      expect(JSON.parse(under.upstream.requests.at(-1)?.body ?? "")).toEqual({
        ...body,
        tags: ["tenant-a", "büro"],
      });
    },
  );

  test("tags that the server gives can't be changed afterwards, others can", async () => {
    const change = { body: { tags: ["tenant-b"] } };
    await start({ uploads: { tags: ["tenant-a"] } });
    const refused = await under.send("PATCH", "/01a2076e-3268-7351-bf9b-0360921562f9", change);
    expect(refused.status).toBe(403);
    expect(refused.json().detail).toContain("tags of sources are given by this application");
    expect(under.upstream.requests).toEqual([]);
    await under.close();
    await start({ uploads: { types: ["md"] } });
    await under.send("PATCH", "/01a2076e-3268-7351-bf9b-0360921562f9", change);
    expect(under.upstream.requests.map(({ method }) => method)).toEqual(["PATCH"]);
  });

  test("tags may differ from request to request, and what is none closes", async () => {
    await start({
      uploads: {
        tags: (request, { operation }) => {
          const tenant = adapter.headerOf(request, "x-tenant");
          return tenant ? [tenant, operation] : (undefined as never);
        },
      },
    });
    const send = (tenant: Record<string, string>) =>
      under.send("POST", "/ingest-url", { body: { url: "https://example.com/a" }, headers: tenant });
    await send({ "x-tenant": "acme" });
    expect(JSON.parse(under.upstream.requests[0]?.body ?? "").tags).toEqual(["acme", "ingestUrl"]);
    expect((await send({})).status).toBe(500);
    expect(under.upstream.requests).toHaveLength(1);
    await expect
      .poll(() => under.events)
      .toContainEqual(expect.objectContaining({ type: "failed", stage: "uploads" }));
  });

  describe("a body that two readers could understand differently", () => {
    test.each([
      ["a type with two boundaries", { "content-type": "multipart/form-data; boundary=a; boundary=----b" }],
      ["a type without one", { "content-type": "multipart/form-data" }],
      ["another type", { "content-type": "text/plain" }],
    ])("%s is refused: 400", async (_name, type) => {
      await start({ uploads: { tags: ["ours"] } });
      const reply = await under.send("POST", path, { ...upload("a.md", "x"), headers: type });
      expect(reply.status).toBe(400);
      expect(reply.json().detail).toMatch(/^Invalid input: the multipart body could not be read/);
      expect(under.upstream.requests).toEqual([]);
    });
  });

  test("without rules nothing is read", async () => {
    await start();
    const sent = upload("a.exe", "x", field("tags", "theirs"));
    expect((await under.send("POST", path, sent)).status).toBe(200);
    expect(under.upstream.requests[0]?.body).toBe(String(sent.body));
  });
}
