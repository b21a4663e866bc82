import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleQuestions } from "../apps/demo/ask/suggestions.ts";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { heading, questionField } from "./support/ask-room.ts";
import { openPage, picture } from "./support/browser.ts";
import { sample, sampleName } from "./support/documents.ts";
import { openStage, type Stage } from "./support/stage.ts";

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const suggestion = (page: Page, question: string) =>
  page.getByRole("list", { name: "Your sources answer these" }).getByRole("button", { name: question });
const [trees, , nursery] = sampleQuestions.map(({ question }) => question) as [string, string, string];

needs("chromium")("conversations", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "express" });
    await stage.service.ingestAndWait(sample.name, sample.buffer);
  });
  afterAll(() => stage?.close());

  it("suggests questions that the sample answers where it says", async () => {
    for (const { question, page: page_number } of sampleQuestions) {
      const { body } = await stage.service.call<{ citations: object[] }>("POST", "/ask-sources", {
        question,
      });
      expect(body.citations).toContainEqual(
        expect.objectContaining({ file_name: sampleName, page_number, verdict: "verified" }),
      );
    }
  });

  it("asks with Enter, shows the cited page beside the answer, and leafs through it", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, "/ask");
    await suggestion(page, trees).click();
    await page.getByText(/^1 citation,/).waitFor();
    await questionField(page).fill("Who retires after thirty-one years?");
    await questionField(page).press("Shift+Enter");
    expect(await questionField(page).inputValue()).toContain("\n");
    await questionField(page).press("Enter");
    await page.getByRole("button", { name: "Citation 2" }).first().waitFor();
    await page.getByRole("button", { name: "Citation 1" }).first().click();
    await page.getByRole("button", { name: "Show beside" }).click();
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
    await page.locator(".stand .quoted-words").waitFor();
    await picture(page, `ask-beside`);
    expect(await accessibilityProblems(page)).toEqual([]);
    const stand = page.getByRole("region", { name: `Page 2 of ${sampleName}` });
    await stand.getByRole("button", { name: "Next" }).click();
    await page.getByRole("img", { name: `Page 3 of ${sampleName}` }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.getByRole("img", { name: `Page 3 of ${sampleName}` }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("opens, renames, exports and deletes a conversation", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, "/ask");
    await suggestion(page, nursery).click();
    await page.getByRole("button", { name: "Citation 1" }).first().waitFor();
    await list(page).getByRole("button", { name: "Start a new one" }).click();
    await list(page).getByText("A new conversation").waitFor();

    await list(page).getByRole("searchbox", { name: "Find in conversations" }).fill("nursery");
    await list(page).getByRole("button", { name: nursery }).first().click();
    await heading(page, nursery).waitFor();
    await page.getByRole("button", { name: "Citation 1" }).first().waitFor();
    await list(page).getByRole("button", { name: "Rename" }).click();
    await list(page).getByRole("textbox", { name: "New name" }).fill("The nursery of 2024");
    await list(page).getByRole("textbox", { name: "New name" }).press("Enter");
    await list(page).getByRole("button", { name: "The nursery of 2024" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const downloading = page.waitForEvent("download");
    await list(page).getByRole("button", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("The-nursery-of-2024.md");
    const text = await readFile(await download.path(), "utf8");
    expect(text).toMatch(/^# The nursery of 2024\n\n## Who has taken over the nursery\?/);
    expect(text).toContain(`${sampleName}, p. 1`);

    await list(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await expect.poll(() => list(page).getByRole("button", { name: "The nursery of 2024" }).count()).toBe(0);
    expect(await heading(page, nursery).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("opens the list from one line on a phone, where Enter breaks the line", async () => {
    const { page } = await stage.visit({ narrow: true });
    await openPage(page, "/ask");
    expect(await list(page).isVisible()).toBe(false);
    await page.getByRole("button", { name: "All conversations" }).click();
    await list(page).getByRole("button", { name: trees }).first().click();
    await heading(page, trees).waitFor();
    expect(await list(page).isVisible()).toBe(false);
    await questionField(page).fill("One");
    await questionField(page).press("Enter");
    expect(await questionField(page).inputValue()).toBe("One\n");
    await picture(page, `ask-narrow`);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
