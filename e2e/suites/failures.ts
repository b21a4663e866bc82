import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServerProcess } from "../../packages/server/testing/start-server-process.ts";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage } from "../support/browser.ts";
import { chooseFiles, rowOf } from "../support/choose-files.ts";
import { brokenPdf, type ChosenFile, emptyPdf, lockedPdf, report } from "../support/documents.ts";
import { openOwnStage, openRefusedStage, openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

export function failures(backend: Backend): void {
  needs("chromium")(`failed files, by ${backend}`, () => {
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
      await chooseFiles(page, file);
      await rowOf(page, file.name).getByText("Could not be read").waitFor();
      await rowOf(page, file.name).getByText(reason).waitFor();
      await page.getByRole("link", { name: file.name }).click();
      await page.getByRole("alert").getByText(reason).waitFor();
    });
  });

  needs("chromium")(`a service that stops and starts again, by ${backend}`, () => {
    it("is reported, keeps the page's content, and recovers", async () => {
      const dataFolder = await mkdtemp(join(tmpdir(), "headwater-e2e-"));
      // The service must start again at the same port. So it is a port that systems do not give out for port 0.
      const port = String(20_000 + (process.pid % 10_000));
      const environment = { HEADWATER_DATA: dataFolder, HEADWATER_PORT: port };
      const stage = await openOwnStage({ backend, environment });
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

  needs("chromium")(`a token that the service refuses, by ${backend}`, () => {
    it("is explained with a remedy, without showing the token", async () => {
      const token = "not-the-token-4711-abcdef";
      const stage = await openRefusedStage({ backend, token });
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
}
