import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { sampleName } from "./support/documents.ts";
import { type KeyboardStage, openKeyboardStage } from "./support/keyboard-stage.ts";

needs("chromium")("asking by keyboard alone", () => {
  let stage: KeyboardStage;
  beforeAll(async () => {
    stage = await openKeyboardStage();
  });
  afterAll(() => stage?.close());

  it("asks, opens a citation and its page, comes back, renames and deletes the conversation", async () => {
    const { page, keys } = stage;
    await keys.openRoom("Ask");
    await keys.tabTo("Your question");
    await keys.write("How many trees are left of the Hollin Seedling?");
    await keys.press("Enter");
    await page.getByText(/^1 citation,/).waitFor();
    await keys.isAt("Your question");
    await keys.tabTo("Citation 1", { back: true });
    await keys.press("Enter");
    await page.getByRole("img", { name: "The quoted place on page 2" }).waitFor();
    await keys.isAt("Citation 1");
    await keys.tabTo("Show beside");
    await keys.press("Enter");
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
    await keys.isAt("Close");
    await keys.press("Escape");
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor({ state: "detached" });
    await keys.isAt("Show beside");
    await keys.tabTo("Open page 2", { back: true });
    await keys.press("Enter");
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
    await keys.isAt(sampleName);
    // Without a window the browser has no key for it.
    await page.goBack();
    await page.getByText(/^1 citation,/).waitFor();
    await keys.isAt("Ask");
    await keys.tabTo("Rename");
    await keys.press("Enter");
    await keys.isAt("New name");
    await keys.press("Escape");
    await keys.isAt("Rename");
    await keys.press("Enter");
    await keys.isAt("New name");
    await keys.press("Control+a");
    await keys.write("Trees that are left");
    await keys.press("Enter");
    await page.getByRole("button", { name: "Trees that are left" }).waitFor();
    await keys.isAt("Rename");
    await keys.tabTo("Delete");
    await keys.press("Enter");
    await keys.isAt("Keep it");
    await keys.press("Escape");
    await keys.isAt("Delete");
    await keys.press("Enter");
    await keys.tabTo("Delete for good", { back: true });
    await keys.press("Enter");
    await keys.isAt("Your question");
  });

  it("walks the composer in the order in which it is read", async () => {
    const { page, keys } = stage;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, "/ask");
      await page.getByText("Service ready").waitFor({ state: "attached" });
      await page.getByRole("textbox", { name: "Your question" }).focus();
      const stops: string[] = [];
      const places: { top: number; left: number }[] = [];
      while (await page.evaluate(() => document.activeElement?.closest(".compose") !== null)) {
        stops.push(await keys.focused());
        places.push(
          await page.evaluate(() => {
            const { top, bottom, left } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
            return { top: (top + bottom) / 2, left };
          }),
        );
        await keys.press("Tab");
        if (await page.evaluate(() => document.activeElement === document.body)) break;
      }
      expect(stops).toEqual([
        "Your question",
        "As values",
        expect.stringMatching(/^Sources in scope/),
        "Ask",
        "What that cannot do",
      ]);
      // Controls of one line may differ a little in height.
      const isBefore = (one: (typeof places)[0], other: (typeof places)[0]) =>
        one.top < other.top - 12 || (Math.abs(one.top - other.top) <= 40 && one.left < other.left);
      for (const [index, place] of places.slice(1).entries())
        expect([width, stops[index + 1], isBefore(places[index] ?? place, place)]).toEqual([
          width,
          stops[index + 1],
          true,
        ]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
