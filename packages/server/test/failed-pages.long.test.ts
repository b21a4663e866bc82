import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createPage, type PdfPageContent, pdfFile } from "../testing/documents/pdf-file.ts";
import { type FakeOcr, makeFakeOcr, scannedPage } from "../testing/fake-ocr.ts";
import { isRunning } from "../testing/is-running.ts";
import { type SettledBuild, startServer, type TestServer } from "../testing/start-server.ts";

type Elements = { items: { text: string; element_id: string; page_number: number; position: number }[] };

const written = (text: string): PdfPageContent => {
  const page = createPage();
  page.text(72, 600, 12, "Times-Roman", text);
  return page;
};

const report = () =>
  pdfFile([
    written("The harbour was built in 1850."),
    scannedPage(),
    written("The pier was built in 1870."),
    scannedPage(),
  ]);

describe("pages that fail", () => {
  let server: TestServer;
  let ocr: FakeOcr;
  beforeAll(async () => {
    ocr = await makeFakeOcr("The lighthouse was built 1901");
    server = await startServer(ocr.settings);
  });
  afterAll(async () => {
    await server.close();
    await ocr.remove();
  });
  let number = 0;
  let build: SettledBuild;
  beforeEach(async () => {
    await ocr.set("fails");
    number += 1;
    build = await server.ingestAndWait(`report-${number}.pdf`, report());
  });

  const elements = async () =>
    (await server.call<Elements>("GET", `/get-elements?file_id=${build.file_id}&page=1&page_size=100`)).body
      .items;
  const again = (body: object) =>
    server.call<{ build_id: string }>("POST", "/reprocess", { file_id: build.file_id, ...body });
  const readAgain = async (body: object) => server.waitFor((await again(body)).body.build_id);

  it("are named, and the others are there", async () => {
    expect(build).toMatchObject({
      status: "Completed",
      error: null,
      total_pages: 4,
      has_failed_batches: true,
      failed_batches_count: 2,
      failed_pages: [2, 4],
      message: expect.stringMatching(/^Pages 2, 4 could not be read: .*Tesseract/),
    });
    expect((await elements()).map(({ page_number }) => page_number)).toEqual([1, 3]);
  });

  it("are read again alone: the other pages keep their elements, and all are in order and found", async () => {
    const before = await elements();
    await ocr.set("reads");
    const second = await readAgain({ only_failed: true });
    expect(second).toMatchObject({ status: "Completed", method: "auto", failed_pages: [], total_pages: 4 });
    expect(second.message).toContain("Pages 2, 4 were read again without the others");
    const after = await elements();
    expect(after.map(({ page_number, position }) => [page_number, position])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    expect([after[0]?.element_id, after[2]?.element_id]).toEqual(before.map(({ element_id }) => element_id));
    const found = await server.call<{ total: number; chunks: { text: string }[] }>("POST", "/prebuilt-rag", {
      query: "lighthouse",
      file_ids: [build.file_id],
    });
    expect(found.body.chunks[0]?.text).toContain("lighthouse");
    expect(found.body.total).toBe(1);
    const { body } = await again({ only_failed: true });
    expect(body).toMatchObject({
      detail: "Invalid input: no page of this source failed. Leave out only_failed to read all of it again",
    });
  });

  it("stay as they were when all of them fail again: the source is as ready as before", async () => {
    const before = await elements();
    const second = await readAgain({ only_failed: true });
    expect(second).toMatchObject({ status: "Completed", error: null, failed_pages: [2, 4], total_pages: 4 });
    expect(second.message).toBe(build.message);
    expect(await elements()).toEqual(before);
    const { body } = await server.call<{ file_id: string; status: string }[]>("GET", "/");
    expect(body.find(({ file_id }) => file_id === build.file_id)).toMatchObject({ status: "Completed" });
    await ocr.set("reads");
    expect(await readAgain({ only_failed: true, method: "balanced" })).toMatchObject({
      status: "Completed",
      method: "balanced",
      failed_pages: [],
    });
  });

  it("take longer than their limit: they are given up one by one, their programs are ended, the document stands", async () => {
    const impatient = await startServer({ ...ocr.settings, HEADWATER_READING_LIMITS: "page=5" });
    onTestFinished(() => impatient.close());
    await ocr.set("hangs");
    const given = await impatient.ingestAndWait("report.pdf", report());
    expect(given).toMatchObject({ status: "Completed", failed_pages: [2, 4] });
    expect(given.message).toBe("Pages 2, 4 were left out: they could not be read within 5 seconds each.");
    await expect.poll(() => isRunning(ocr.command)).toBe(false);
  });

  it("can't be read again while a build of the source is under way", async () => {
    await ocr.set("hangs");
    const running = await again({ method: "auto" });
    const { status, body } = await again({ only_failed: true });
    expect([status, body]).toMatchObject([400, { detail: expect.stringContaining("is being processed") }]);
    await server.call("DELETE", "/delete", { file_id: build.file_id });
    expect((await server.call("GET", `/builds/${running.body.build_id}`)).body).toMatchObject({
      status: "not_found",
    });
  });
});
