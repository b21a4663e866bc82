import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { twoPages } from "../testing/documents/paged-docx.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

type Picture = { image_base64: string; total_pages: number; width: number; height: number; detail: string };
const screenshot = (server: TestServer, fileId: string, page: number) =>
  server.call<Picture>("GET", `/${fileId}/pages/${page}/screenshot`);

needs("soffice")("pictures of office documents", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it("shows each page, and says how many there are", async () => {
    const { body: ready } = await server.call<{ capabilities: string[]; sandbox: { state: string } }>(
      "GET",
      "/readyz",
    );
    expect(ready.capabilities).toContain("office-screenshots");
    expect(ready.sandbox.state).toMatch(/^(?:full|partial|none)$/);
    const { file_id } = await server.ingestAndWait("harbour.docx", twoPages);
    const [first, second] = await Promise.all([1, 2].map((page) => screenshot(server, file_id, page)));
    expect(first).toMatchObject({ status: 200, body: { total_pages: 2, width: 900 } });
    expect(second?.body.image_base64).not.toBe(first?.body.image_base64);
    expect(await screenshot(server, file_id, 3)).toMatchObject({
      status: 404,
      body: { detail: "Page not found" },
    });
  });

  it("says what could not be laid out", async () => {
    const { file_id } = await server.ingestAndWait("torn.docx", twoPages.subarray(0, 400));
    expect(await screenshot(server, file_id, 1)).toMatchObject({
      status: 404,
      body: {
        detail: "Source has no pages to show: The document is damaged: its zip package cannot be unpacked",
      },
    });
  });
});

describe("without LibreOffice", () => {
  it("says what is missing", async () => {
    const server = await startServer({ HEADWATER_PROGRAMS: "libreoffice=no-such-office" });
    try {
      const { body: ready } = await server.call<{ capabilities: string[] }>("GET", "/readyz");
      expect(ready.capabilities).toContain("screenshots");
      expect(ready.capabilities).not.toContain("office-screenshots");
      const { file_id } = await server.ingestAndWait("harbour.docx", twoPages);
      expect(await screenshot(server, file_id, 1)).toMatchObject({
        status: 404,
        body: {
          detail:
            "Source has no pages to show: pictures of Office documents need LibreOffice, which is not installed here",
        },
      });
    } finally {
      await server.close();
    }
  });
});
