import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, startProxyUnderTest } from "./proxy-under-test.ts";
import { type Handle, sendJson } from "./recording-upstream.ts";

const film = Buffer.from(Array.from({ length: 200_000 }, (_value, index) => index % 251));
const described = {
  "content-type": "video/mp4",
  "content-disposition": "inline; filename=pump.mp4",
  "accept-ranges": "bytes",
  "cache-control": "private, no-cache",
  etag: '"film"',
};

/** Original files, whole and in ranges. The application has allowed the operation. */
export function filesPass(adapter: ProxyAdapter): void {
  describe("original files", () => {
    let under: ProxyUnderTest;
    beforeAll(async () => {
      under = await startProxyUnderTest(adapter, { allow: ["getSourceContent", "getBuild"] });
    });
    afterEach(() => under.upstream.reset());
    afterAll(() => under.close());

    const get = (headers: Record<string, string> = {}) =>
      fetch(`${under.proxy.baseUrl}/f1/content`, { headers });
    const answering =
      (status: number, headers: Record<string, string>, body: Uint8Array | string = ""): Handle =>
      (_request, response) => {
        response.writeHead(status, headers);
        response.end(body);
      };

    test("a range passes there and back, byte for byte", async () => {
      const part = film.subarray(1000, 100_000);
      under.upstream.handle(
        answering(
          206,
          {
            ...described,
            "content-length": String(part.length),
            "content-range": `bytes 1000-99999/${film.length}`,
          },
          part,
        ),
      );
      const asked = { range: "bytes=1000-99999", "if-range": '"film"' };
      const reply = await get(asked);
      expect(under.upstream.requests[0]?.headers).toMatchObject(asked);
      expect(reply.status).toBe(206);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        ...described,
        "content-range": `bytes 1000-99999/${film.length}`,
        "content-security-policy": "sandbox",
        "x-content-type-options": "nosniff",
      });
      expect(Buffer.from(await reply.arrayBuffer()).equals(part)).toBe(true);
    });

    test("other operations are not asked for ranges", async () => {
      await under.send("GET", "/builds/b1", { headers: { range: "bytes=0-1", "if-range": '"1"' } });
      const { headers } = under.upstream.requests[0] ?? {};
      expect(headers).not.toHaveProperty("range");
      expect(headers).not.toHaveProperty("if-range");
    });

    test("416 passes with the size of the file", async () => {
      const detail = "The file has 9 bytes, and the range asks for none of them";
      under.upstream.handle((_request, response) =>
        sendJson(response, 416, { detail, message: detail }, { "content-range": "bytes */9" }),
      );
      const reply = await under.send("GET", "/f1/content", { headers: { range: "bytes=10-" } });
      expect(reply.status).toBe(416);
      expect(reply.headers["content-range"]).toBe("bytes */9");
      expect(reply.json().detail).toBe(detail);
    });

    test("HEAD says that the file can be asked for in ranges", async () => {
      under.upstream.handle(answering(200, { ...described, "content-length": String(film.length) }));
      const reply = await under.send("HEAD", "/f1/content");
      expect(reply).toMatchObject({ status: 200, text: "" });
      expect(reply.headers).toMatchObject({ "accept-ranges": "bytes", etag: '"film"' });
    });

    test("the length of a file and of a range passes", async () => {
      const length = String(film.length);
      under.upstream.handle(answering(200, { ...described, "content-length": length }));
      expect((await under.send("HEAD", "/f1/content")).headers["content-length"]).toBe(length);
      const range = { "content-length": "9", "content-range": `bytes 0-8/${film.length}` };
      under.upstream.handle(answering(206, { ...described, ...range }, film.subarray(0, 9)));
      expect((await get({ range: "bytes=0-8" })).headers.get("content-length")).toBe("9");
    });

    test("a document passes as a download that can run nothing, whatever the service forgot", async () => {
      const page = "<script>alert(1)</script>";
      const headers = { "content-type": "text/html", "content-disposition": "attachment; filename=a.html" };
      under.upstream.handle(answering(200, { ...headers, "cache-control": "public, max-age=60" }, page));
      const reply = await under.send("GET", "/f1/content");
      expect(reply).toMatchObject({ status: 200, text: page });
      expect(reply.headers).toMatchObject({
        ...headers,
        "content-security-policy": "sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "private, max-age=60",
      });
    });

    test.each([
      ["a page of another server", { "content-type": "text/html" }],
      ["a page to be shown in place", { "content-type": "text/html", "content-disposition": "inline" }],
      [
        "a drawing that may hold scripts",
        { "content-type": "image/svg+xml", "content-disposition": "inline" },
      ],
    ])("%s does not pass", async (_case, headers) => {
      under.upstream.handle(answering(200, headers, "<script>alert(1)</script>"));
      const reply = await under.send("GET", "/f1/content");
      expect(reply.status).toBe(502);
      expect(reply.text).not.toContain("script");
    });
  });
}
