import { beforeAll, describe, expect, it } from "vitest";
import { createPage, pdfFile } from "../../testing/documents/pdf-file.ts";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

type BuildBody = SettledBuild & { elements: { text: string; position: number }[] | null };

const text = [
  "Report on kettles",
  ...Array.from({ length: 7 }, (_, n) => `Paragraph ${n + 1} says something of its own, at length.`),
];

describe("getBuild", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait("report.txt", text.join("\n\n"));
  });

  const get = async (query = "", id = build.build_id) =>
    (await server.call<BuildBody>("GET", `/builds/${id}${query}`)).body;

  it("says what was left out of a PDF because nobody sees it", async () => {
    const page = createPage();
    page.text(72, 700, 12, "Times-Roman", "What the page shows");
    page.text(900, 700, 12, "Times-Roman", "Beyond its edge");
    const { build_id } = await server.ingestAndWait("edge.pdf", pdfFile([page]));
    expect(await get("", build_id)).toMatchObject({
      status: "Completed",
      message: "3 words that are not visible were left out: 3 outside the page",
      elements: [{ text: "What the page shows" }],
    });
  });

  it("a completed build carries its file, counts, times and elements", async () => {
    const body = await get();
    expect(body).toMatchObject({
      status: "Completed",
      success: true,
      file_id: build.file_id,
      file_name: "report.txt",
      error: null,
      total_pages: 1,
      total_partitions: 8,
      total_elements: 8,
      page: null,
      page_size: null,
      total_pages_elements: null,
      has_failed_batches: false,
    });
    expect(body.elements?.map((element) => element.text)).toEqual(text);
  });

  it("pages elements when both numbers are given, and only then", async () => {
    const second = await get("?page=2&page_size=3");
    expect(second).toMatchObject({ total_elements: 8, page: 2, page_size: 3, total_pages_elements: 3 });
    expect(second.elements?.map((element) => element.position)).toEqual([3, 4, 5]);
    expect((await get("?page=9&page_size=3")).elements).toEqual([]);
    expect((await get("?page=2")).elements).toHaveLength(8);
    expect((await get("?page_size=3")).elements).toHaveLength(8);
    expect((await get("?page=&page_size=")).elements).toHaveLength(8);
  });

  it("suppresses elements and images when asked", async () => {
    expect((await get("?suppress_elements=true")).elements).toBeNull();
    expect((await get()).elements?.[0]).toHaveProperty("img_base64", null);
    expect((await get("?suppress_img_base64=true")).elements?.[0]).not.toHaveProperty("img_base64");
  });

  it("an unknown id is not_found with 200, not an error", async () => {
    for (const id of ["nothing", "00000000-0000-4000-8000-000000000000"]) {
      expect(await get("", id)).toMatchObject({
        build_id: id,
        status: "not_found",
        success: false,
        error: null,
      });
    }
  });

  it("a failed build says why in words", async () => {
    const failed = await server.ingestAndWait("empty.txt", "");
    expect(failed).toMatchObject({ status: "Processing failed", success: false });
    expect(failed.error).toMatch(/empty/i);
  });

  it("Prefer: wait holds the answer until the build ends", async () => {
    const id = await server.ingest("later.txt", "Some text.");
    const response = await server.fetch(`${server.baseUrl}/builds/${id}`, {
      headers: { authorization: `Bearer ${server.token}`, prefer: "wait=60" },
    });
    expect(await response.json()).toMatchObject({ status: "Completed" });
  });

  it.each([
    ["?page=0&page_size=10", "page must be 1 or greater"],
    ["?page=1&page_size=0", "page_size must be between 1 and 100"],
    ["?page=1&page_size=101", "page_size must be between 1 and 100"],
    ["?page=one&page_size=10", "page must be an integer"],
    ["?suppress_elements=perhaps", "Invalid input: suppress_elements must be boolean"],
  ])("400: %s", async (query, detail) => {
    expect(await server.call("GET", `/builds/${build.build_id}${query}`)).toMatchObject({
      status: 400,
      body: { detail },
    });
  });
});
