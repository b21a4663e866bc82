import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { ask, heading } from "./support/ask-room.ts";
import { openPage } from "./support/browser.ts";
import { sample } from "./support/documents.ts";
import { openStage, type Stage } from "./support/stage.ts";

const questions = [
  "How many trees are left of the Hollin Seedling?",
  "Who has taken over the nursery?",
  "What is the capital of Mongolia?",
  "Who retires after thirty-one years?",
];

needs("chromium")("a conversation that is opened again", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
    await stage.service.ingestAndWait(sample.name, sample.buffer);
  });
  afterAll(() => stage?.close());

  it.each([{ narrow: false }, { narrow: true }])(
    "shows its last turn, narrow: $narrow",
    async ({ narrow }) => {
      const { page } = await stage.visit({ narrow });
      await page.setViewportSize({ width: narrow ? 390 : 1440, height: 500 });
      const isInView = (question: string) =>
        heading(page, question).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
      const [first = "", , , last = ""] = questions;
      await openPage(page, "/ask");
      for (const question of questions) {
        await ask(page, question);
        await heading(page, question).waitFor();
        await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
      }
      const openAgain = {
        reload: () => page.reload(),
        "from another room": async () => {
          await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
          await page.getByRole("searchbox", { name: "Search" }).waitFor();
          await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Ask" }).click();
        },
        "from the list": async () => {
          const all = page.getByRole("button", { name: "All conversations" });
          if (narrow) await all.click();
          await page.getByRole("button", { name: "Start a new one" }).click();
          await heading(page, first).waitFor({ state: "detached" });
          if (narrow) await all.click();
          await page
            .getByRole("navigation", { name: "Conversations" })
            .getByRole("button", { name: first })
            .first()
            .click();
        },
      };
      for (const [way, open] of Object.entries(openAgain)) {
        await open();
        await heading(page, last).waitFor();
        await expect.poll(() => isInView(last), { message: way }).toBe(true);
        expect([way, await isInView(first)]).toEqual([way, false]);
      }
      // On the way back from a cited page one is where one was.
      await page.getByRole("button", { name: "Citation 1" }).first().click();
      const cited = page.getByRole("link", { name: "Open page 2" });
      await page.evaluate(() => scrollTo({ top: 40 }));
      await cited.focus();
      const place = await page.evaluate(() => scrollY);
      expect(place).toBeGreaterThan(0);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: sample.name }).waitFor();
      await page.goBack();
      await heading(page, last).waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    },
  );
});
