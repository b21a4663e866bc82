import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage, picture } from "../support/browser.ts";
import { openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

const text =
  "# Warranty\n\nThe warranty period is 24 months from start-up.\n\n# Repairs\n\nUnits repaired under bulletin 26-04 begin a new warranty period.";

export const serviceFlows = (backend: Backend) =>
  needs("chromium")(`flows of the service itself, through ${backend}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ backend });
      await stage.service.ingestAndWait("warranty.md", text);
    });
    afterAll(() => stage?.close());

    it("makes, simulates, deploys, runs, changes, compares and rolls back a flow", async () => {
      const { page, complaints } = await stage.visit();
      await openPage(page, "/flows");
      await page.getByLabel("New flow").getByRole("textbox").fill("support");
      await page.getByRole("radio", { name: /^Search/ }).check();
      await page.getByRole("button", { name: "Make the flow" }).click();
      await page.waitForURL("**/flows/support");
      const drawn = (name: string) =>
        page.getByRole("application").locator(".node").filter({ hasText: name });
      await drawn("smart-rag").getByText("Not run yet").waitFor();

      await page.getByLabel("Question to simulate").fill("How long is the warranty?");
      await page.getByRole("button", { name: "Simulate" }).click();
      const came = page.getByRole("region", { name: "What came of it" });
      await came.getByText("The warranty period is 24 months").first().waitFor();
      await drawn("dataset").getByText("1 file").first().waitFor();

      const deploy = async (number: number) => {
        await page.getByRole("button", { name: "Deploy", exact: true }).click();
        await page.getByRole("button", { name: "Deploy the draft" }).click();
        await page.getByText(`Revision ${number} is deployed`).waitFor();
      };
      await deploy(1);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await came.getByText("from what is deployed").waitFor();

      await drawn("smart-rag").click();
      const settings = page.getByRole("complementary", { name: /^Settings of/ });
      await settings.getByLabel("Passages").fill("1");
      await settings.getByRole("button", { name: "Save" }).click();
      await expect.poll(() => settings.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
      await drawn("smart-rag").getByText("Needs an update").waitFor();
      await picture(page, `flows-service-${backend}`);
      await page.getByRole("link", { name: "The draft differs in 1 node" }).click();
      await page.getByText("The draft sets 1 node differently, against revision 1.").waitFor();
      await page.getByText("topK 1").waitFor();
      await deploy(2);
      await page.getByRole("link", { name: "Revisions" }).click();
      await page.getByRole("button", { name: "Go back to 1" }).click();
      await page.getByRole("button", { name: "Go back to it" }).click();
      await page.getByText("Revision 1 is deployed").waitFor();
      await page.getByRole("link", { name: "Runs" }).click();
      await page.getByRole("button", { name: "How long is the warranty?" }).first().click();
      await page
        .getByRole("cell", { name: "smart-rag" })
        .or(page.getByRole("cell", { name: "Smart RAG" }))
        .first()
        .waitFor();
      expect(complaints).toEqual([]);
    });
  });
