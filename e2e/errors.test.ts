import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServerProcess } from "../packages/server/testing/start-server-process.ts";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { brokenPdf, type ChosenFile, emptyPdf, lockedPdf, report, unknownKind } from "./support/documents.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { backends } from "./support/workbench.ts";

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const choose = async (page: Page, files: string | ChosenFile | ChosenFile[]) => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).filter({ visible: true }).last().click();
  await (await chooser).setFiles(files);
};

needs("chromium").each(backends)("failed files, by %s", (backend) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend });
  });
  afterAll(() => stage?.close());

  it.each<[string, ChosenFile, RegExp]>([
    ["damaged", brokenPdf, /This file is damaged or is not a PDF\..*save it again/],
    ["empty", emptyPdf, /This file is empty\. Check the file/],
    ["locked", lockedPdf, /This PDF is protected by a password\. Remove the password/],
  ])("says why a %s PDF could not be read, and what helps", async (_, file, reason) => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await choose(page, file);
    await row(page, file.name).getByText("Could not be read").waitFor();
    await row(page, file.name).getByText(reason).waitFor();
    await page.getByRole("link", { name: file.name }).click();
    await page.getByRole("alert").getByText(reason).waitFor();
  });
});

needs("chromium")("requests that the workbench refuses by itself", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
  });
  afterAll(() => stage?.close());

  it("refuses a file of another type before it is sent", async () => {
    const { page } = await stage.visit();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await openPage(page, "/sources");
    await choose(page, unknownKind);
    await row(page, unknownKind.name).getByText("Not added", { exact: true }).waitFor();
    await row(page, unknownKind.name).getByText("The service does not read files of this kind.").waitFor();
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Clear it" }).click();
    await row(page, unknownKind.name).waitFor({ state: "detached" });
  });

  it("refuses a file that is too large before it is sent", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-e2e-"));
    try {
      const path = join(folder, "atlas.pdf");
      const file = await open(path, "w");
      await file.truncate(140_000_000);
      await file.close();
      const { page } = await stage.visit();
      const sent: string[] = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
      await openPage(page, "/sources");
      await choose(page, path);
      await row(page, "atlas.pdf")
        .getByText(/This file has 140\sMB; the limit is 100\sMB\./)
        .waitFor();
      expect(sent).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("explains an unknown source and an unknown address", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources/00000000-0000-7000-8000-000000000000");
    await page.getByRole("heading", { name: "There is no such source" }).waitFor();
    await openPage(page, `/sources/${encodeURIComponent("../nothing <b>")}?page=-3&element=%00`);
    await page.getByRole("link", { name: "Go to the sources" }).waitFor();
    for (const path of ["/nowhere", "/sources/%E0%A4%A", "/%FF?page=%FF"]) {
      expect((await page.request.get(path)).status()).toBe(404);
      await openPage(page, path);
      await page.getByRole("heading", { name: "Nothing stands here" }).waitFor();
    }
    await page.getByRole("link", { name: "Go to the sources" }).click();
    await page.getByRole("heading", { name: "Sources", level: 1 }).waitFor();
  });

  it("refuses an empty question and an invalid schema", async () => {
    const { page } = await stage.visit();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await openPage(page, "/ask");
    await page.getByText("Service ready").waitFor();
    await page.getByRole("textbox", { name: "Your question" }).fill("  \n ");
    await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
    await openPage(page, "/extract");
    const editor = page.getByRole("textbox", { name: "Schema editor" });
    await editor.fill('{ "type": "object", "properties": { "total": { "type": "numbr" } } }');
    await page.getByText('Line 1: "numbr" is not a type. Did you mean "number"?').waitFor();
    expect(await editor.getAttribute("aria-invalid")).toBe("true");
    expect(sent).toEqual([]);
  });
});

needs("chromium").each(backends)("a service that stops and starts again, by %s", (backend) => {
  it("is reported, keeps the page's content, and recovers", async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), "headwater-e2e-"));
    // The service must start again at the same port. So it is a port that systems do not give out for port 0.
    const port = String(20_000 + (process.pid % 10_000));
    const environment = { HEADWATER_DATA: dataFolder, HEADWATER_PORT: port };
    const stage = await openStage({ backend, environment });
    let second: Awaited<ReturnType<typeof startServerProcess>> | undefined;
    try {
      await stage.service.ingestAndWait(report.name, report.buffer);
      const { page } = await stage.visit();
      await openPage(page, "/sources");
      await page.getByRole("link", { name: report.name }).click();
      await page.getByRole("img", { name: `Page 1 of ${report.name}` }).waitFor();
      await page.getByRole("article").first().waitFor();

      await stage.service.stop();
      await page.getByRole("button", { name: "Next" }).click();
      const notice = page.getByRole("complementary", { name: "State of the service" });
      await notice.getByText("The service does not respond.").waitFor();
      await notice.getByText("What is on this page stays readable.").waitFor();
      await page.getByText("Service unavailable").waitFor();
      await page.getByRole("button", { name: "Previous" }).click();
      await page.getByRole("img", { name: `Page 1 of ${report.name}` }).waitFor();
      await page.getByRole("article").first().waitFor();

      // A question that is asked now is kept.
      await page.getByRole("link", { name: "Ask this source" }).click();
      await page.getByRole("textbox", { name: "Your question" }).fill("What does the Kestrel survey say?");
      await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
      await page.getByText("No answer came back.").waitFor();
      await page.getByText("Your question is kept.").waitFor();

      // A page that is opened now says it too.
      const late = await stage.visit();
      await openPage(late.page, "/sources");
      await late.page.getByRole("complementary", { name: "State of the service" }).waitFor();
      await late.page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();

      second = await startServerProcess(environment);
      await notice.waitFor({ state: "detached" });
      await page.getByText("Service ready").waitFor();
      await page.getByRole("button", { name: "Ask again" }).click();
      await page.getByText(/\d citations?,/).waitFor();
      // The user did nothing on that page.
      await late.page.getByRole("link", { name: report.name }).waitFor();
    } finally {
      await stage.close();
      await second?.close();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});

needs("chromium").each(backends)("a token that the service refuses, by %s", (backend) => {
  it("is explained with a remedy, without showing the token", async () => {
    const token = "not-the-token-4711-abcdef";
    const stage = await openStage({ backend, token });
    try {
      const { page } = await stage.visit();
      const answers: Promise<string>[] = [];
      page.on("response", (response) => answers.push(response.text().catch(() => "")));
      await openPage(page, "/sources");
      await page
        .getByRole("alert")
        .filter({ hasText: /token/ })
        .filter({ hasText: "HEADWATER_TOKEN" })
        .waitFor();
      await openPage(page, "/ask");
      await page.getByRole("textbox", { name: "Your question" }).fill("Anything?");
      await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
      await page
        .getByRole("alert")
        .filter({ hasText: "No answer came back." })
        .filter({ hasText: /token/ })
        .waitFor();
      expect(await page.content()).not.toContain(token);
      expect((await Promise.all(answers)).filter((text) => text.includes(token))).toEqual([]);
    } finally {
      await stage.close();
    }
  });
});
