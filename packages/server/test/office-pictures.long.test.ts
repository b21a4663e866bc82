import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { twoPages, unbroken } from "../testing/documents/paged-docx.ts";
import { docxFile, docxParagraph } from "../testing/documents/sample-docx.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const screenshot = (server: TestServer, fileId: string, page: number) =>
  server.call("GET", `/${fileId}/pages/${page}/screenshot`);

needs("soffice")("pictures of office documents, many and again", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  /** The first conversion makes the folder. */
  const kept = () => readdir(join(server.dataFolder, "pages")).catch(() => []);

  it("keeps nothing of a document that was deleted", async () => {
    const { file_id } = await server.ingestAndWait("mills.docx", unbroken);
    const before = await kept();
    expect((await screenshot(server, file_id, 1)).status).toBe(200);
    expect((await kept()).length).toBe(before.length + 1);
    await server.call("DELETE", "/delete", { file_id });
    expect(await kept()).toEqual(before);
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
    await server.ingestAndWait("harbour.docx", twoPages);
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
