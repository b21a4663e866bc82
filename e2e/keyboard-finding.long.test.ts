import { afterAll, beforeAll, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { sampleName } from "./support/documents.ts";
import { type KeyboardStage, openKeyboardStage } from "./support/keyboard-stage.ts";

needs("chromium")("extracting and searching by keyboard alone", () => {
  let stage: KeyboardStage;
  beforeAll(async () => {
    stage = await openKeyboardStage();
  });
  afterAll(() => stage?.close());

  it("extracts values and opens where one stands", async () => {
    const { page, keys } = stage;
    await keys.openRoom("Extract");
    await keys.tabTo(/^Extract from \d/);
    await keys.press("Enter");
    await page.getByRole("button", { name: "HW-2024-117" }).waitFor();
    await keys.isAt(/^Extract from \d/);
    await keys.tabTo("HW-2024-117");
    await page.getByRole("img", { name: "The place on page 4" }).waitFor();
    await keys.press("Enter");
    await keys.tabTo("Open page 4");
    await keys.press("Enter");
    await page.getByRole("img", { name: `Page 4 of ${sampleName}` }).waitFor();
    await keys.isAt(sampleName);
  });

  it("searches in chosen sources and opens a passage", async () => {
    const { page, keys } = stage;
    await keys.openRoom("Search");
    await keys.tabTo("Search");
    await keys.write("ladder for eels");
    await keys.press("Enter");
    await page.locator("mark").first().waitFor();
    await keys.isAt("Search");
    await keys.tabTo(/^Sources in scope/);
    await keys.press("Enter");
    await keys.tabTo(sampleName);
    await keys.press("Space");
    await keys.press("Escape");
    await keys.isAt(/^Sources in scope/);
    await page.waitForURL(/file=/);
    await page.locator("mark").first().waitFor();
    await keys.tabTo(/, open in document$/);
    await keys.press("Enter");
    await page.waitForURL("**/sources/**");
    await keys.isAt(sampleName);
  });
});
