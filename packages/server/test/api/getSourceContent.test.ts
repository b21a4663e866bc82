import { createHash } from "node:crypto";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SettledBuild, startServer, type TestServer } from "../../testing/start-server.ts";

const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("getSourceContent", () => {
  let server: TestServer;
  let page: SettledBuild;
  const html = Buffer.from(`<p>Grüße ${"x".repeat(300_000)}</p><script>alert(1)</script>`);
  const etag = `"${createHash("sha256").update(html).digest("hex")}"`;
  beforeAll(async () => {
    server = await startServer();
    page = await server.ingestAndWait("Übersicht.html", html);
  });
  afterAll(() => server.close());

  const get = (fileId: string | null, headers: Record<string, string> = {}, method = "GET") =>
    server.fetch(`${server.baseUrl}/${fileId}/content`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, ...headers },
    });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it("answers the bytes that were uploaded, as a download that can run nothing", async () => {
    const response = await get(page.file_id, { "accept-encoding": "gzip, br" });
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(html)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": String(html.length),
      "content-disposition": "attachment; filename=\"?bersicht.html\"; filename*=UTF-8''%C3%9Cbersicht.html",
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
      etag,
    });
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  it("shows pictures in place", async () => {
    const picture = await server.ingestAndWait("dot.png", onePixelPng, "fast");
    const response = await get(picture.file_id);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("content-disposition")).toBe("inline; filename=dot.png");
  });

  it("HEAD answers the same headers for the whole file, whatever range it names", async () => {
    const response = await get(page.file_id, { range: "bytes=0-9" }, "HEAD");
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-length": String(html.length),
      "accept-ranges": "bytes",
      etag,
    });
    expect(await response.text()).toBe("");
  });

  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=299000-", 299_000, html.length - 1],
    ["bytes=-9", html.length - 9, html.length - 1],
    ["bytes=5-99999999", 5, html.length - 1],
    [`bytes=0-${html.length - 1}`, 0, html.length - 1],
  ])("206 for %s", async (range, start, end) => {
    const response = await get(page.file_id, { range, "accept-encoding": "gzip" });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/${html.length}`);
    expect(response.headers.get("content-length")).toBe(String(end - start + 1));
    expect(response.headers.get("content-encoding")).toBeNull();
    expect((await bytesOf(response)).equals(html.subarray(start, end + 1))).toBe(true);
  });

  it("416 with the size where the file has no byte of the range", async () => {
    for (const range of [`bytes=${html.length}-`, "bytes=-0"]) {
      const response = await get(page.file_id, { range });
      expect(response.status).toBe(416);
      expect(response.headers.get("content-range")).toBe(`bytes */${html.length}`);
      expect(((await response.json()) as { detail: string }).detail).toBe(
        `The file has ${html.length} bytes, and the range asks for none of them`,
      );
    }
  });

  it.each(["bytes=0-1,5-6", "bytes=9-3", "lines=1-2", "bytes=all"])(
    "the whole file for %s",
    async (range) => {
      const response = await get(page.file_id, { range });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-range")).toBeNull();
      expect(await bytesOf(response)).toHaveLength(html.length);
    },
  );

  it("If-Range: the range of these bytes, the whole of others", async () => {
    const status = async (ifRange: string) =>
      (await get(page.file_id, { range: "bytes=0-9", "if-range": ifRange })).status;
    expect(await status(etag)).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Wed, 21 Oct 2026 07:28:00 GMT"])
      expect(await status(other), other).toBe(200);
  });

  it("304 for bytes that the client has, before any range", async () => {
    const response = await get(page.file_id, { "if-none-match": etag, range: "bytes=0-9" });
    expect(response.status).toBe(304);
    expect(response.headers.get("etag")).toBe(etag);
    expect((await get(page.file_id, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("404 for what is unknown, and once the source is deleted", async () => {
    const gone = await server.ingestAndWait("gone.txt", "Soon gone.");
    expect((await get(gone.file_id)).status).toBe(200);
    await server.call("DELETE", "/delete", { file_id: gone.file_id });
    for (const id of [gone.file_id, "unknown"]) {
      const response = await get(id);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ detail: "File not found" });
    }
  });

  describe("bytes that are no longer what was uploaded", () => {
    const pathOf = async (content: Buffer, fileId: string | null) => {
      const hash = createHash("sha256").update(content).digest("hex");
      const { body } = await server.call<{ project_id: string }[]>("GET", `/?file_ids=${fileId}`);
      return join(server.dataFolder, "files", body[0]?.project_id ?? "", hash.slice(0, 2), hash);
    };

    it("500 that says so, when they have another size or are small", async () => {
      const small = Buffer.from("A small note.");
      const { file_id } = await server.ingestAndWait("small.txt", small);
      const path = await pathOf(small, file_id);
      for (const now of ["A small lie..", "A small lie.", ""]) {
        await writeFile(path, now);
        const response = await get(file_id, now.length === small.length ? {} : { range: "bytes=0-1" });
        expect(response.status, now).toBe(500);
        expect(await response.json()).toMatchObject({
          detail: expect.stringMatching(/^The stored bytes are damaged/),
        });
        expect(response.headers.get("content-disposition")).toBeNull();
      }
    });

    it("a large file never arrives whole", async () => {
      const large = Buffer.alloc(900_000, "large ");
      const { file_id } = await server.ingestAndWait("large.txt", large);
      const path = await pathOf(large, file_id);
      const changed = Buffer.from(large);
      changed[10] = 0;
      await writeFile(path, changed);
      const response = await get(file_id);
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
      await truncate(path, 0);
      expect((await get(file_id)).status).toBe(500);
    });
  });
});
