import { afterAll, beforeAll, expect, it } from "vitest";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { openPage, picture, type Visit } from "./support/browser.ts";
import { inWindow } from "./support/in-window.ts";
import { longText } from "./support/long-text.ts";
import { openStage, type Stage } from "./support/stage.ts";

type Page = Visit["page"];

/** Whether anything reaches beyond the window at the side. */
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

needs("chromium")("the reader", () => {
  let stage: Stage;
  let textId: string;
  let pdfId: string;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
    ({ file_id: textId } = await stage.service.ingestAndWait("weir.md", longText(4_770)));
    const report = samplePdf({ pages: 12, seed: 7, keyword: "Kestrel" });
    ({ file_id: pdfId } = await stage.service.ingestAndWait("survey.pdf", report));
  });
  afterAll(() => stage?.close());

  const elementWith = async (fileId: string, words: string) => {
    type Found = { items: { element_id: string }[] };
    const query = `file_id=${fileId}&q=${encodeURIComponent(words)}&page=1&page_size=1`;
    const { body } = await stage.service.call<Found>("GET", `/get-elements?${query}`);
    return body.items[0]?.element_id ?? expect.fail(`No element holds ${words}`);
  };

  it("opens a long text at an element near its end, and draws only what is near the window", async () => {
    const { page, complaints } = await stage.visit();
    const element = await elementWith(textId, "Paragraph 30 of chapter 82");
    await openPage(page, `/sources/${textId}?element=${element}`);
    await inWindow(page, element);
    await page.getByRole("button", { name: "82.1 Part 1" }).and(page.locator("[aria-current]")).waitFor();
    expect(await page.getByRole("article").count()).toBeLessThan(100);
    expect(complaints).toEqual([]);
  });

  it("finds words in all of it, shows the places along a rail, and goes from one to the next", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, `/sources/${textId}`);
    const find = page.getByRole("searchbox", { name: "Find in elements" });
    await find.fill("OF CHAPTER 60.");
    const places = page.getByRole("complementary", { name: "Places found" });
    await places.getByText("1 of 55 places").waitFor();
    await page.locator(".el.on mark", { hasText: "of chapter 60." }).waitFor();
    await find.press("Enter");
    await places.getByText("2 of 55 places").waitFor();
    await find.press("Shift+Enter");
    await find.press("Shift+Enter");
    await places.getByText("55 of 55 places").waitFor();
    await inWindow(page, await elementWith(textId, "Paragraph 57 of chapter 60."));
    expect(await places.locator("i").count()).toBe(55);
    // Two keys, before the page is drawn again.
    await find.evaluate((field) => {
      const key = () => new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
      for (const each of [key(), key()]) field.dispatchEvent(each);
    });
    await places.getByText("2 of 55 places").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await find.fill("zeppelin");
    await places.getByText("No element matches. Try other words.").waitFor();
    await find.fill("");
    await places.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("jumps to a section by its number and by its title, with the keyboard alone", async () => {
    const { page } = await stage.visit();
    await openPage(page, `/sources/${textId}`);
    await page.getByText("of 247").waitFor();
    await page.getByLabel("Section").fill("100");
    await page.getByLabel("Section").press("Enter");
    await page.getByRole("heading", { name: "34. Chapter 34" }).waitFor();
    await page.getByRole("button", { name: "40 Chapter 40" }).press("Enter");
    await page.getByRole("heading", { name: "40. Chapter 40" }).waitFor();
    // What has the focus is kept while it scrolls away.
    const choice = page.getByRole("button", { name: /^Title: 40\. Chapter 40/ });
    await choice.focus();
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => page.evaluate(() => scrollY > 100_000)).toBe(true);
    expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("has no fault of accessibility and no sideways scrolling at any width, in either theme", async () => {
    const element = await elementWith(textId, "Paragraph 30 of chapter 82");
    for (const [width, dark] of [
      [1440, false],
      [1440, true],
      [390, true],
      [320, false],
    ] as const) {
      const { page, context } = await stage.visit({ dark, narrow: width < 720 });
      await page.setViewportSize({ width, height: 800 });
      for (const path of [`/sources/${textId}?element=${element}`, `/sources/${pdfId}?page=2`]) {
        await openPage(page, path);
        await page
          .getByRole("article")
          .or(page.getByRole("img", { name: /^Page 2/ }))
          .first()
          .waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
      }
      await page.goto(`/sources/${textId}`);
      await page.getByRole("searchbox", { name: "Find in elements" }).fill("eels");
      await page.getByText(/^1 of [\d,]+ places|^1 of the first/).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await context.close();
    }
  });

  it("shows pages as pictures with validators, small ones of all pages beside them, and three sizes", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, `/sources/${pdfId}?page=2`);
    const image = page.getByRole("img", { name: "Page 2 of survey.pdf" });
    await image.waitFor();
    const src = await image.getAttribute("src");
    expect(src).toMatch(/^\/api\/documents\/.*\/pages\/2\/screenshot\?max_width=/);
    const again = await page.evaluate(async (address) => {
      const accept = "image/webp,image/*,*/*;q=0.8";
      const first = await fetch(address, { headers: { accept }, cache: "no-store" });
      const etag = first.headers.get("etag") ?? "";
      const second = await fetch(address, { headers: { accept, "if-none-match": etag }, cache: "no-store" });
      return [first.headers.get("content-type"), etag !== "", second.status];
    }, src ?? "");
    expect(again).toEqual(["image/png", true, 304]);

    const thumbs = page.getByRole("navigation", { name: "Pages" });
    await thumbs.getByRole("button", { name: "Page 2 text" }).waitFor();
    await thumbs.getByRole("button", { name: "Page 2 text" }).press("ArrowDown");
    await page.getByRole("img", { name: "Page 3 of survey.pdf" }).waitFor();
    expect(await thumbs.getByRole("button", { name: /^Page 3/ }).getAttribute("aria-current")).toBe("page");

    const width = async () => (await page.locator(".pageimg").boundingBox())?.width ?? 0;
    const fit = await width();
    await page.getByRole("radio", { name: "150%" }).check();
    await expect.poll(width).toBeCloseTo(612 * (96 / 72) * 1.5, -1);
    expect(fit).toBeLessThan(700);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, `reader-pages`);
    expect(complaints).toEqual([]);
  });

  it("opens a search hit at its best sentence, on its own page", async () => {
    const { page } = await stage.visit();
    await openPage(page, `/search?q=${encodeURIComponent("Kestrel")}&file=${pdfId}`);
    await page
      .getByRole("link", { name: /open in document$/ })
      .first()
      .click();
    await page.locator(".quoted-words").waitFor();
    await openPage(page, `/search?q=${encodeURIComponent("flood of 1871 chapter 47")}&file=${textId}`);
    await page
      .getByRole("link", { name: /open in document$/ })
      .first()
      .click();
    await page
      .locator(".el.on mark", { hasText: /flood of 1871|chapter 47/ })
      .first()
      .waitFor();
  });
});
