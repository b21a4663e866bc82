import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { docxFile, docxParagraph } from "../packages/server/testing/documents/sample-docx.ts";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { bodyOf } from "./support/answers.ts";
import { openPage, picture } from "./support/browser.ts";
import { report } from "./support/documents.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

type Listed = { file_id: string; file_name: string; build_id: string } & Record<string, unknown>;

const send = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

needs("chromium")("what the reading of a source left behind", () => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  const list = async () => (await stage.service.call<Listed[]>("GET", "/")).body;
  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
  });
  beforeEach(async () => {
    for (const each of Object.keys(answers)) delete answers[each];
    for (const { file_id } of await list()) await stage.service.call("DELETE", "/delete", { file_id });
  });
  afterAll(() => stage?.close());

  /** Ingests a file, and lists it with these facts besides. */
  const listedWith = async (name: string, bytes: Uint8Array, facts: Record<string, unknown> = {}) => {
    const { file_id: fileId } = await stage.service.ingestAndWait(name, bytes);
    const [source] = await list();
    if (!source) throw new Error("The source is not listed");
    if (Object.keys(facts).length > 0)
      for (const path of ["GET /sources", "GET /sources/"])
        answers[path] = (_, response) => send(response, [{ ...source, ...facts }]);
    return { fileId, source };
  };

  it("names the pages that failed, reads them again, and says which still fail", async () => {
    const { fileId, source } = await listedWith(report.name, report.buffer, { method: "balanced" });
    const build = { success: true, status: "Completed", file_id: fileId, total_pages: 3 };
    const before = { ...build, build_id: source.build_id, has_failed_batches: true, failed_pages: [2, 3] };
    answers[`GET /builds/${source.build_id}`] = (_, response) => send(response, before);
    let again: Record<string, unknown> = { status: "Pending", success: false };
    for (const build_id of ["again-1", "again-2"])
      answers[`GET /builds/${build_id}`] = (_, response) => send(response, { ...build, build_id, ...again });
    const asked: unknown[] = [];
    answers["POST /reprocess"] = async (request, response) => {
      asked.push(await bodyOf(request));
      send(response, { build_id: `again-${asked.length}`, success: true, error: null });
    };
    const { page, complaints } = await stage.visit();
    await openPage(page, `/sources/${fileId}`);
    await page.getByText("Pages 2 and 3 could not be read.").waitFor();
    await page.getByText("The other 1 page is ready.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "failed-pages");

    // A build that was scheduled a moment ago may not be recorded yet.
    again = { status: "not_found", success: false };
    await page.getByRole("button", { name: "Read these again" }).press("Enter");
    await page.getByText("Reading pages 2 and 3 again. The others stay as they are.").waitFor();
    await expect.poll(() => asked).toEqual([{ file_id: fileId, method: "balanced", only_failed: true }]);
    const failures = page.getByRole("region", { name: "Pages that could not be read" });
    await failures.getByText("Waiting its turn").waitFor();
    again = { status: "Processing", success: false, progress: { done: 1, total: 2, unit: "page" } };
    await failures.getByText("Reading page 2 of 2").waitFor();
    // The button is gone; the keyboard goes on from what stands in its place.
    expect(await failures.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "failed-pages-again");

    again = { failed_pages: [3] };
    await page.getByText("Page 3 could not be read this time either.").waitFor();
    again = { failed_pages: [] };
    await page.getByRole("button", { name: "Read this again" }).click();
    await page.getByText("Page 3 could be read now.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("says why the failed pages could not be read again, and offers it anew", async () => {
    const { fileId, source } = await listedWith(report.name, report.buffer);
    const build = { build_id: source.build_id, success: true, status: "Completed", file_id: fileId };
    answers[`GET /builds/${source.build_id}`] = (_, response) =>
      send(response, { ...build, total_pages: 3, failed_pages: [2] });
    answers["POST /reprocess"] = (request, response) => {
      request.resume();
      send(response, { detail: "The service is stopping" }, 400);
    };
    const { page } = await stage.visit();
    await openPage(page, `/sources/${fileId}?page=2`);
    await page.getByText("Page 2 could not be read.").waitFor();
    await page.getByRole("button", { name: "Read this again" }).click();
    await page.getByText("The service is stopping.").waitFor();
    await page.getByRole("button", { name: "Read this again" }).waitFor();
  });

  it("leads from a source with the same bytes to the one that was read", async () => {
    const { fileId, source } = await listedWith(report.name, report.buffer);
    const twin = { ...source, file_id: "twin", file_name: "twin.pdf", build_id: null, duplicate_of: fileId };
    for (const path of ["GET /sources", "GET /sources/"])
      answers[path] = (_, response) => send(response, [source, twin]);
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page
      .getByRole("listitem")
      .filter({ hasText: "twin.pdf" })
      .getByText(`The same file as ${report.name}. It was read once, and answers cite it once.`)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "duplicate");
    await openPage(page, "/sources/twin");
    await page.getByText("The same bytes as").getByRole("link", { name: report.name }).click();
    await page.getByRole("heading", { level: 1, name: report.name }).waitFor();
  });

  it("says what to do here when the service names a call or a setting, and keeps what it said", async () => {
    const error =
      "The speech of this recording can't be turned into text: nothing is set up for it. Ask the operator of this service to set HEADWATER_TRANSCRIPTION_MODEL.";
    const { fileId } = await listedWith(report.name, report.buffer, {
      status: "Processing failed",
      total_pages: null,
      build_id: null,
      error,
    });
    const { page } = await stage.visit();
    for (const path of ["/sources", `/sources/${fileId}`]) {
      await openPage(page, path);
      await page
        .getByText(/The operator of the service can set this up; then press “Read again”\.$/)
        .waitFor();
      await page.getByText(`The service said: ${error}`).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await picture(page, "translated-reason");
  });

  it("says which pages are garbled, and which reader took a page", async () => {
    const { fileId } = await listedWith(report.name, report.buffer);
    const facts = [{ page_method: "fast" }, { text_source: "vision" }, { text_quality: "garbled" }];
    const elements = facts.map((metadata, index) => ({
      element_id: `e${index}`,
      element_type: "NarrativeText",
      text: `Words of page ${index + 1}`,
      position: index,
      page_number: index + 1,
      metadata,
    }));
    answers["GET /get-elements"] = (request, response) => {
      const { searchParams } = new URL(request.url ?? "/", "http://service");
      const pages = searchParams.getAll("page_numbers").flatMap((each) => each.split(","));
      const items = elements.filter(
        ({ page_number: page }) => pages.length === 0 || pages.includes(`${page}`),
      );
      send(response, { items, total: items.length, page: 1, page_size: 100, total_pages: 1 });
    };
    const { page } = await stage.visit();
    const words = [
      "from its own text (fast)",
      "read by a vision model, so compare single words with the picture",
      "from its own text, which is garbled: its fonts do not say which characters they show",
    ];
    for (const [index, said] of words.entries()) {
      await openPage(page, `/sources/${fileId}?page=${index + 1}`);
      await page.getByText(said, { exact: true }).waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "garbled-page");
  });

  it("shows the pages of a Word document beside its text where the service lays it out", async () => {
    const letter = docxFile([docxParagraph("A letter", "Heading1"), docxParagraph("About the kestrel.")]);
    const { fileId } = await listedWith("letter.docx", letter);
    const { body: readiness } = await stage.service.call<{ capabilities: string[] }>("GET", "/readyz");
    answers["GET /readyz"] = (_, response) =>
      send(response, { ...readiness, capabilities: [...readiness.capabilities, "office-screenshots"] });
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    answers["GET /screenshot"] = (request, response) => {
      const page = Number(/pages\/(\d+)/.exec(request.url ?? "")?.[1]);
      if (page > 2) return void send(response, { detail: "Page not found" }, 404);
      if (request.headers.accept?.includes("image/"))
        return void response
          .writeHead(200, { "content-type": "image/png" })
          .end(Buffer.from(pixel, "base64"));
      const size = { width: 600, height: 800, total_pages: 2 };
      send(response, { page_number: page, mime_type: "image/png", image_base64: pixel, ...size });
    };
    const { page, complaints } = await stage.visit();
    // The text counts other pages than the picture: a page of the text that has no picture is no error.
    await openPage(page, `/sources/${fileId}?page=7&element=nothing`);
    await page.getByRole("img", { name: "Page 1 of letter.docx" }).waitFor();
    await page.getByRole("article").filter({ hasText: "About the kestrel." }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("img", { name: "Page 2 of letter.docx" }).waitFor();
    await page.getByRole("article").filter({ hasText: "About the kestrel." }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await picture(page, "word-document");
  });
});
