import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { sampleName } from "./support/documents.ts";
import { type KeyboardStage, openKeyboardStage } from "./support/keyboard-stage.ts";

needs("chromium")("a document by keyboard alone", () => {
  let stage: KeyboardStage;
  beforeAll(async () => {
    stage = await openKeyboardStage();
  });
  afterAll(() => stage?.close());

  it("opens a document, turns its pages, finds words and chooses an element", async () => {
    const { page, keys } = stage;
    await openPage(page, "/sources");
    await page.getByRole("link", { name: sampleName }).waitFor();
    await keys.tabTo(sampleName);
    await keys.press("Enter");
    await page.getByRole("img", { name: `Page 1 of ${sampleName}` }).waitFor();
    await keys.isAt(sampleName);
    await keys.tabTo("Page");
    await keys.write("3");
    await keys.press("Enter");
    await page.getByRole("img", { name: `Page 3 of ${sampleName}` }).waitFor();
    await keys.isAt("Page");
    await keys.tabTo("Next");
    await keys.press("Enter");
    await page.getByRole("img", { name: `Page 4 of ${sampleName}` }).waitFor();
    // There is no page after this one.
    await keys.press("Enter");
    await keys.isAt("Next");
    await keys.tabTo("Find in elements");
    await keys.write("eels");
    await page.locator("mark").first().waitFor();
    await keys.isAt("Find in elements");
    await keys.press("Control+a", "Delete");
    await keys.tabTo(/^(Title|Text|Table|Header|Caption)/);
    await keys.press("ArrowDown", "Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("element")).toMatch(/\S/);
    await keys.isSomewhere();
    await keys.tabTo("Ask this source", { back: true });
    await keys.press("Enter");
    await page.waitForURL("**/ask**");
    await keys.isAt("Your question");
  });
});
