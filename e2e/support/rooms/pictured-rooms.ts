import type { Page } from "playwright-core";
import { openPage } from "../browser.ts";
import { sampleName } from "../documents.ts";

/** Opens a room, and waits until its content is there. */
export type Opening = (page: Page) => Promise<void>;

/** Opens each page in a state for a picture. Sources must contain the sample and a file that could not be read. */
export const picturedRooms: Record<string, Opening> = {
  async sources(page) {
    await openPage(page, "/sources");
    await page.getByText("Could not be read").first().waitFor();
  },
  async document(page) {
    await openPage(page, "/sources");
    await page.getByRole("link", { name: sampleName }).click();
    await page.getByRole("img", { name: `Page 1 of ${sampleName}` }).waitFor();
    await openPage(page, `${page.url()}?page=2`);
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
    await page
      .getByRole("button", { name: /^Table: Kind/ })
      .first()
      .click();
    await page.mouse.move(0, 0);
  },
  async ask(page) {
    await openPage(page, "/ask");
    const field = page.getByRole("textbox", { name: "Your question" });
    await field.waitFor();
    const questions = ["How many trees are left of the Hollin Seedling?", "What is the capital of Mongolia?"];
    for (const question of questions) {
      if ((await page.getByRole("heading", { name: question }).count()) > 0) continue;
      await field.fill(question);
      await field.press("Control+Enter");
      await page.getByRole("heading", { name: question }).waitFor();
      await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
    }
    await page.getByText("The sources do not say.").first().waitFor();
    await page.getByRole("button", { name: "Citation 1" }).first().click();
    await page.getByRole("img", { name: "The quoted place on page 2" }).waitFor();
  },
  async search(page) {
    await openPage(page, "/search");
    await page.getByRole("searchbox", { name: "Search" }).fill("ladder for eels");
    await page.getByRole("searchbox", { name: "Search" }).press("Enter");
    await page.locator("mark").first().waitFor();
  },
  async extract(page) {
    await openPage(page, "/extract");
    await page.getByRole("button", { name: /^Extract from \d/ }).click();
    await page.getByRole("button", { name: "HW-2024-117" }).click();
    await page.getByRole("img", { name: "The place on page 4" }).waitFor();
  },
  async nowhere(page) {
    await openPage(page, "/nowhere");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  },
};
