import { beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../../testing/documents/sample-pdf.ts";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe("getPageScreenshot", () => {
  let server: SharedService;
  let pdf: SettledBuild;
  let text: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    pdf = await server.ingestAndWait("paper.pdf", samplePdf({ pages: 2, seed: 7 }));
    text = await server.ingestAndWait("notes.txt", "No pages here.");
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${server.token}`, ...headers } });
  const json = async (path: string) => {
    const response = await get(path);
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };

  it("answers a PNG in JSON, cacheable for an hour", async () => {
    const response = await get(`/${pdf.file_id}/pages/1/screenshot`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    const body = (await response.json()) as { image_base64: string };
    expect(body).toMatchObject({
      file_id: pdf.file_id,
      file_name: "paper.pdf",
      page_number: 1,
      mime_type: "image/png",
      width: 900,
    });
    expect(Buffer.from(body.image_base64, "base64").subarray(0, 4)).toEqual(PNG);
  });

  it("max_width is clamped, not refused", async () => {
    const width = async (value: string) =>
      (await json(`/${pdf.file_id}/pages/1/screenshot?max_width=${value}`)).body.width;
    expect(await width("500")).toBe(500);
    expect(await width("10")).toBe(300);
    expect(await width("99999")).toBe(1600);
  });

  it("Accept: image/png answers the bytes with an ETag, and 304 for what the client has", async () => {
    const path = `/${pdf.file_id}/pages/2/screenshot`;
    const response = await get(path, { accept: "image/png" });
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await response.arrayBuffer()).subarray(0, 4)).toEqual(PNG);
    const etag = response.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]+"$/);
    expect((await get(path, { accept: "image/png", "if-none-match": etag })).status).toBe(304);
  });

  it("404 for a page out of range, a text source and an unknown file; 400 for what is no page number", async () => {
    const expected: [string, number, string][] = [
      [`/${pdf.file_id}/pages/3/screenshot`, 404, "Page not found"],
      [`/${text.file_id}/pages/1/screenshot`, 404, "Source has no pages to show"],
      ["/unknown/pages/1/screenshot", 404, "File not found"],
      [`/${pdf.file_id}/pages/0/screenshot`, 400, "page_number must be a positive integer"],
      [`/${pdf.file_id}/pages/one/screenshot`, 400, "page_number must be a positive integer"],
    ];
    for (const [path, status, detail] of expected)
      expect(await json(path)).toMatchObject({ status, body: { detail } });
  });
});
