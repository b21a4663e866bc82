import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPage, pdfFile } from "../testing/documents/pdf-file.ts";
import { type FakeOcr, makeFakeOcr, scannedPage } from "../testing/fake-ocr.ts";
import { filesWith } from "../testing/files-with.ts";
import { isRunning } from "../testing/is-running.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { startWebSite, type WebSite } from "../testing/web-site.ts";

const canary = "zqxcanaryword";

describe("deleting a source while its build is under way", () => {
  let server: TestServer;
  let ocr: FakeOcr;
  let web: WebSite;
  const waiting = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  beforeAll(async () => {
    ocr = await makeFakeOcr("nothing");
    await ocr.set("hangs");
    web = await startWebSite({
      "/slow": (_request, response) => {
        response.on("close", left.resolve);
        response.writeHead(200, { "content-type": "text/html" }).write(`<p>${canary}`);
        waiting.resolve();
      },
    });
    server = await startServer({
      ...ocr.settings,
      HEADWATER_ALLOW_PRIVATE_ADDRESSES: web.place,
    });
  });
  afterAll(async () => {
    await server.close();
    await web.close();
    await ocr.remove();
  });

  const fileOf = async (buildId: string) =>
    (await server.call<{ file_id: string }>("GET", `/builds/${buildId}?suppress_elements=true`)).body.file_id;
  const deleteFile = async (buildId: string) => {
    const file_id = await fileOf(buildId);
    expect(await server.call("DELETE", "/delete", { file_id })).toMatchObject({ status: 200 });
    expect((await server.call("GET", `/builds/${buildId}?suppress_elements=true`)).body).toMatchObject({
      status: "not_found",
      error: null,
    });
    expect(await filesWith(server.dataFolder, canary)).toEqual([]);
  };

  it("ends the program that reads a page, and leaves nothing behind", async () => {
    const page = createPage();
    page.text(72, 600, 12, "Times-Roman", `The ${canary} was built in 1850.`);
    const build = await server.ingest(`${canary}.pdf`, pdfFile([page, scannedPage()]));
    await expect.poll(() => ocr.starts()).toBe(1);
    expect(isRunning(ocr.command)).toBe(true);
    await deleteFile(build);
    expect(isRunning(ocr.command)).toBe(false);
  });

  it("takes back what was written already", async () => {
    const paragraph = (index: number) =>
      `The ${canary} was counted ${index} times in the harbour of 1850.\n\n`;
    const text = Array.from({ length: 40_000 }, (_, index) => paragraph(index)).join("");
    const build = await server.ingest("large.txt", text);
    await expect
      .poll(
        async () =>
          (await filesWith(`${server.dataFolder}`, canary)).some((path) => !path.startsWith("files")),
        {
          interval: 20,
        },
      )
      .toBe(true);
    await deleteFile(build);
  });

  it("breaks off what it fetches", async () => {
    const { body } = await server.call<{ build_id: string }>("POST", "/ingest-url", {
      url: `${web.origin}/slow`,
    });
    await waiting.promise;
    await deleteFile(body.build_id);
    await left.promise;
  });

  it("frees the place for the next build", async () => {
    await ocr.set("reads");
    expect(await server.ingestAndWait("next.txt", "The pier was built in 1870.")).toMatchObject({
      status: "Completed",
    });
  });
});
