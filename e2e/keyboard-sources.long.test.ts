import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { report } from "./support/documents.ts";
import { type KeyboardStage, openKeyboardStage } from "./support/keyboard-stage.ts";

const treeOf = (name: string) => ({ name, buffer: `# ${name}\n\nThe tree of ${name} stands by the weir.` });
const row = (page: Page, name: string) => page.locator("li[data-file]").filter({ hasText: name });

needs("chromium")("sources by keyboard alone", () => {
  let stage: KeyboardStage;
  beforeAll(async () => {
    stage = await openKeyboardStage(["alder.md", "birch.md"].map(treeOf));
    // Listen from the start: the key press comes before a later listener would be registered.
    stage.page.on("filechooser", () => {});
  });
  afterAll(() => stage?.close());

  it("adds, tags, filters, chooses, keeps, reads again and deletes sources", async () => {
    const { page, keys } = stage;
    await openPage(page, "/sources");
    await page.getByText("Service ready").waitFor();
    await keys.tabTo("Choose files");
    const chooser = page.waitForEvent("filechooser");
    await keys.press("Enter");
    await (await chooser).setFiles(report);
    await row(page, report.name).getByText("Ready", { exact: true }).waitFor();
    await keys.isAt("Choose files");

    await keys.tabTo(report.name);
    await keys.press("ArrowDown", "ArrowUp");
    await keys.isAt(report.name);
    for (const act of ["Open", "Ask", "Tag"]) {
      await keys.press("ArrowRight");
      await keys.isAt(act);
    }
    await keys.press("Enter");
    await keys.isAt("New tag");
    await keys.write("birds");
    await keys.press("Enter");
    await row(page, report.name).getByRole("button", { name: "birds" }).first().waitFor();
    await keys.isAt("New tag");
    await keys.tabTo("birds", { back: true });
    await keys.tabTo("Done");
    await keys.press("Enter");
    await keys.isAt("Tag");

    await keys.press("Home");
    await keys.tabTo(/^birds/, { back: true });
    await keys.press("Enter");
    await expect.poll(() => page.locator("li[data-file]").count()).toBe(1);
    await keys.isSomewhere();
    await keys.press("Enter");
    await expect.poll(() => page.locator("li[data-file]").count()).toBe(4);

    await keys.tabTo(report.name);
    await keys.press("Space");
    await page.getByText("1 chosen").waitFor();
    await keys.press("Shift+ArrowDown");
    await page.getByText("2 chosen").waitFor();
    await keys.tabTo("Choose none", { back: true });
    await keys.press("Enter");
    await page.getByText("2 chosen").waitFor({ state: "detached" });
    await keys.isSomewhere();

    await row(page, "alder.md").getByRole("link", { name: "alder.md" }).focus();
    for (const closing of ["Enter", "Escape"]) {
      await keys.walkTo("Delete", "ArrowRight");
      await keys.press("Enter");
      await keys.isAt("Keep it");
      await keys.press(closing);
      await keys.isAt("Delete");
    }
    await keys.walkTo("Read again", "ArrowLeft");
    await keys.press("Enter");
    await keys.tabTo("Read again");
    await keys.press("Enter");
    await row(page, "alder.md").getByRole("group").waitFor({ state: "detached" });
    await keys.isAt("Read again");
    await row(page, "alder.md").getByText("Ready", { exact: true }).waitFor();
    await keys.walkTo("Delete", "ArrowRight");
    await keys.press("Enter");
    await keys.tabTo("Delete for good", { back: true });
    await keys.press("Enter");
    await row(page, "alder.md").waitFor({ state: "detached" });
    expect(await keys.focused()).toMatch(/\.(md|pdf)$/);
  });
});
