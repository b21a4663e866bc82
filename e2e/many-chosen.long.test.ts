import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { refuseQuestions } from "./support/answers.ts";
import { openPage, windowPicture } from "./support/browser.ts";
import { fillSources } from "./support/fill-sources.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

/** An address names some 280. */
const count = 320;

const toolbar = (page: Page) => page.getByRole("toolbar", { name: "What to do with the chosen" });
const rowOf = (page: Page, name: string) => page.getByRole("checkbox", { name: `Choose ${name}` });
const newest = async (page: Page) =>
  (await page.locator("li[data-file] a.title").first().textContent()) ?? "";

/** Presses one of the buttons that a narrow screen keeps behind "More". */
async function inMenu(page: Page, name: string): Promise<void> {
  const button = page.locator(".acting").getByRole("button", { name, exact: true }).filter({ visible: true });
  if ((page.viewportSize()?.width ?? 0) <= 720 && (await button.count()) === 0)
    await toolbar(page).getByRole("button", { name: "More" }).click();
  await button.click();
}

/** Chooses all but the newest. */
async function chooseMany(page: Page): Promise<void> {
  await openPage(page, "/sources");
  const name = await newest(page);
  await rowOf(page, name).click();
  await inMenu(page, `Choose all ${count}`);
  await rowOf(page, name).click();
  await toolbar(page)
    .getByText(`${count - 1} chosen`)
    .waitFor();
}

needs("chromium")("more chosen sources than an address names", () => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "express", answers });
    await fillSources(stage.service, count);
  });
  afterAll(() => stage?.close());

  it("asks about those and no others", async () => {
    const { page, complaints } = await stage.visit();
    await chooseMany(page);
    const left = await page.locator("li[data-file]").first().getAttribute("data-file");
    await toolbar(page).getByRole("button", { name: "Ask", exact: true }).click();
    const scope = page.getByRole("button", { name: `In ${count - 1} sources` });
    await scope.waitFor();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/ask");
    const asked = refuseQuestions<{ file_ids: string[] }>(answers);
    await page.getByRole("textbox", { name: "Your question" }).fill("What does the lamp cost?");
    await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
    await page.getByText(/heard/i).first().waitFor();
    delete answers["POST /ask-sources"];
    const { file_ids } = await asked;
    expect(new Set(file_ids).size).toBe(count - 1);
    expect(file_ids).not.toContain(left);
    await page.reload();
    await scope.waitFor();
    expect(complaints.filter((each) => !/400|favicon/.test(each))).toEqual([]);
  });

  it("says why not when the browser stores nothing, and asks no other sources than were meant", async () => {
    const { page, context } = await stage.visit();
    await context.addInitScript(() => {
      Object.defineProperty(window, "sessionStorage", {
        get() {
          throw new DOMException("Switched off", "SecurityError");
        },
      });
    });
    await chooseMany(page);
    await toolbar(page).getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByRole("alert").getByText("These are too many to ask about").waitFor();
    expect(new URL(page.url()).pathname).toBe("/sources");
    expect(await accessibilityProblems(page)).toEqual([]);
    await openPage(page, "/ask?handed");
    await page.getByRole("button", { name: "In no sources" }).waitFor();
  });

  it.each([1440, 390])("keeps in sight how far a work is, at %i px", async (width) => {
    const { page } = await stage.visit({ narrow: width < 720 });
    const held: (() => void)[] = [];
    let begun = 0;
    answers["POST /reprocess"] = (_, __, pass) => {
      begun += 1;
      if (begun <= 6) pass();
      else held.push(pass);
    };
    await chooseMany(page);
    const bar = toolbar(page);
    await inMenu(page, "Read again");
    await page.getByRole("button", { name: `Read ${count - 1} again` }).click();
    const line = page.getByText(`6 of ${count - 1} are started.`);
    await expect.poll(() => held.length).toBe(4);
    await inMenu(page, "Choose none");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const box = async () => (await line.boundingBox()) ?? { y: -1, height: 0 };
    await expect.poll(async () => (await box()).y).toBeGreaterThanOrEqual(0);
    expect((await box()).y).toBeLessThan(80);
    // What is done with the chosen stands below it.
    await page.locator("li[data-file] .tick").nth(12).click();
    await bar.waitFor();
    const { y, height } = await box();
    expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await windowPicture(page, `many-chosen-under-way-${width}-${colorScheme}`);
    }
    // Further down, rows pass beneath the lines, and what is left of them is small.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop the rest" }).click();
    for (const pass of held.splice(0)) pass();
    delete answers["POST /reprocess"];
    await page.getByText(/were left as they were/).waitFor();
  });
});
