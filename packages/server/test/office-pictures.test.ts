import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { docxFile, docxParagraph } from "../testing/documents/sample-docx.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const twoPages = docxFile([
  docxParagraph("The harbour was built in 1850."),
  pageBreak,
  docxParagraph("The lighthouse was built in 1873."),
]);
/** Its length does not show its pages to a reader of its text alone. */
const unbroken = docxFile(
  Array.from({ length: 200 }, (_, index) => docxParagraph(`The mill number ${index} was built in 1900.`)),
);

type Picture = { image_base64: string; total_pages: number; width: number; height: number; detail: string };
const screenshot = (server: TestServer, fileId: string, page: number) =>
  server.call<Picture>("GET", `/${fileId}/pages/${page}/screenshot`);

needs("soffice")("pictures of office documents", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  const kept = () => readdir(join(server.dataFolder, "pages"));

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

  it("keeps nothing of a document that was deleted", async () => {
    const { file_id } = await server.ingestAndWait("mills.docx", unbroken);
    const before = await kept();
    expect((await screenshot(server, file_id, 1)).status).toBe(200);
    expect((await kept()).length).toBe(before.length + 1);
    await server.call("DELETE", "/delete", { file_id });
    expect(await kept()).toEqual(before);
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

  it("answers all who open a document at once, at its first conversion too", async () => {
    const { file_id } = await server.ingestAndWait(
      "many.docx",
      docxFile([docxParagraph("For many readers.")]),
    );
    const damaged = await server.ingestAndWait("many-torn.docx", twoPages.subarray(0, 500));
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const [shown, torn] = await Promise.all([
          // Pictures of several widths are made one by one, all of the same bytes.
          server.call("GET", `/${file_id}/pages/1/screenshot?max_width=${300 + (index % 5) * 100}`),
          screenshot(server, damaged.file_id, 1),
        ]);
        return `${shown.status} ${torn.status}`;
      }),
    );
    expect(new Set(all)).toEqual(new Set(["200 404"]));
  });

  it("proves a citation with a page only where both count the same pages", async () => {
    await server.ingestAndWait("mills.docx", unbroken);
    const ask = async (question: string) => {
      const body = { question, include_citation_images: true };
      const answer = await server.call<{ citations: { image_base64: string | null }[] }>(
        "POST",
        "/ask-sources",
        body,
      );
      return answer.body.citations[0]?.image_base64;
    };
    expect(await ask("When was the lighthouse built?")).toEqual(expect.any(String));
    expect(await ask("When was mill number 150 built?")).toBe(null);
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
