import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";
import { startServerProcess } from "../../packages/server/testing/start-server-process.ts";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage } from "../support/browser.ts";
import { report } from "../support/documents.ts";
import { openOwnStage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

export const restartedService = (backend: Backend) =>
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
