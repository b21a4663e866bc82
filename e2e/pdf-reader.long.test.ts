import { afterAll, beforeAll, expect, it } from "vitest";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { openPage, picture, type Visit } from "./support/browser.ts";
import { inWindow, isInSight } from "./support/in-window.ts";
import { openStage, type Stage } from "./support/stage.ts";

type Page = Visit["page"];
type Found = { total: number; items: { element_id: string; page_number: number; text: string }[] };

const name = "survey.pdf";
const pages = 90;

needs("chromium")("the pages of a PDF beside its text", () => {
  let stage: Stage;
  let fileId: string;
  beforeAll(async () => {
    stage = await openStage({ backend: "express" });
    ({ file_id: fileId } = await stage.service.ingestAndWait(
      name,
      samplePdf({ pages, seed: 7, keyword: "Kestrel" }),
    ));
  });
  afterAll(() => stage?.close());

  const elements = async (query: string, slice = 1) =>
    (
      await stage.service.call<Found>(
        "GET",
        `/get-elements?file_id=${fileId}&page=${slice}&page_size=100&suppress_img_base64=true&${query}`,
      )
    ).body;
  const firstOf = async (page: number) =>
    (await elements(`page_numbers=${page}`)).items[0]?.element_id ?? expect.fail("The page is empty");
  const lastOf = async (page: number) =>
    (await elements(`page_numbers=${page}`)).items.at(-1)?.element_id ?? expect.fail("The page is empty");
  const shown = (page: Page, number: number) =>
    page.getByRole("img", { name: `Page ${number} of ${name}` }).waitFor();
  const address = (page: Page) => new URL(page.url()).searchParams;
  const headOf = (page: Page, number: number) =>
    page.getByRole("heading", { level: 2, name: `Page ${number}`, exact: true });

  it("turns the page as the text is scrolled, and scrolls the text as a page is turned", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, `/sources/${fileId}`);
    await shown(page, 1);
    await headOf(page, 1).waitFor();
    const thumbs = page.getByRole("navigation", { name: "Pages" });
    const current = () => thumbs.locator("[aria-current]").getAttribute("data-page");
    await page.mouse.move(1100, 500);
    await page.mouse.wheel(0, 4_000);
    await expect.poll(async () => Number(await current())).toBeGreaterThan(2);
    const read = Number(await current());
    await shown(page, read);
    // The address follows, so that the page is found again.
    await expect.poll(() => address(page).get("page")).toBe(String(read));
    await expect.poll(() => headOf(page, read).isVisible()).toBe(true);
    await page.reload();
    await shown(page, read);
    await inWindow(page, await firstOf(read));

    await page.getByRole("textbox", { name: "Page" }).fill("41");
    await page.getByRole("textbox", { name: "Page" }).press("Enter");
    await shown(page, 41);
    await inWindow(page, await firstOf(41));
    await thumbs.getByRole("button", { name: /^Page 41 / }).press("End");
    await shown(page, pages);
    await inWindow(page, await firstOf(pages));
    expect(address(page).get("page")).toBe(String(pages));
    expect(await page.getByRole("article").count()).toBeLessThan(120);
    await page.mouse.move(1100, 500);
    await page.mouse.wheel(0, -3_000);
    await expect.poll(async () => Number(await current())).toBeLessThan(pages);
    await page.mouse.wheel(0, 9_000);
    await shown(page, pages);
    expect(complaints).toEqual([]);
  });

  it("goes on to the page that is scrolled to while the address is brought up to date", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, `/sources/${fileId}?page=20`);
    await shown(page, 20);
    await inWindow(page, await firstOf(20));
    // As the address gets the page that is read, the reader scrolls on to the end.
    await page.evaluate(() => {
      const { replaceState } = history;
      history.replaceState = (...change) => {
        history.replaceState = replaceState;
        window.dispatchEvent(new Event("wheel"));
        window.scrollTo(0, document.documentElement.scrollHeight);
        history.replaceState(...change);
      };
    });
    await page.mouse.move(1100, 500);
    const turned = page.getByRole("img", { name: /^Page (2[1-9]|[3-9]\d) of / });
    const turn = async () => {
      await page.mouse.wheel(0, 500);
      return turned.isVisible();
    };
    await expect.poll(turn, { interval: 200 }).toBe(true);
    // The text becomes longer when its end is drawn.
    await page.getByRole("img", { name: /^Page (8\d|90) of / }).waitFor();
    await expect.poll(() => address(page).get("page")).toMatch(/^(8\d|90)$/);
    expect(complaints).toEqual([]);
  });

  it("opens a link to an element of page 82 at that element, and keeps its page until the reader scrolls", async () => {
    const { page, complaints } = await stage.visit();
    const element = await lastOf(82);
    await openPage(page, `/sources/${fileId}?element=${element}`);
    await inWindow(page, element);
    await shown(page, 82);
    await page.locator(`.el.on[data-element="${element}"]`).waitFor();
    expect(await page.getByRole("article").count()).toBeLessThan(120);
    await page.mouse.move(1100, 500);
    await page.mouse.wheel(0, 2_500);
    await page.getByRole("img", { name: /^Page 8[4-9] of / }).waitFor();
    // The chosen element is still what the address names.
    expect(address(page).get("element")).toBe(element);
    expect(complaints).toEqual([]);
  });

  it("finds words in all of it, and goes from place to place and from page to page", async () => {
    const { page, complaints } = await stage.visit();
    const [title] = (await elements("page_numbers=40")).items.filter(({ text }) => text.startsWith("40. "));
    const word = title?.text.split(" ").at(-1) ?? "";
    const { total, items } = await elements(`q=${word}`);
    expect(total).toBeGreaterThan(3);
    await openPage(page, `/sources/${fileId}`);
    const find = page.getByRole("searchbox", { name: "Find in elements" });
    await find.fill(word);
    const places = page.getByRole("complementary", { name: "Places found" });
    await places.getByText(`1 of ${total} places`).waitFor();
    expect(await places.locator("i").count()).toBe(Math.min(500, total));
    await shown(page, items[0]?.page_number ?? 0);
    await page.locator(".el.on mark").first().waitFor();
    await find.press("Enter");
    await places.getByText(`2 of ${total} places`).waitFor();
    await inWindow(page, items[1]?.element_id ?? "");
    await shown(page, items[1]?.page_number ?? 0);
    await places.getByRole("button", { name: "Previous" }).click();
    await places.getByRole("button", { name: "Previous" }).click();
    await places.getByText(`${total} of ${total} places`).waitFor();
    await shown(page, (await elements(`q=${word}`, Math.ceil(total / 100))).items.at(-1)?.page_number ?? 0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, `pdf-find`);
    await find.fill("");
    await places.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("keeps page and text together on a phone, where one is shown at a time", async () => {
    const { page, complaints } = await stage.visit({ narrow: true });
    await openPage(page, `/sources/${fileId}?page=20`);
    await shown(page, 20);
    const tabs = page.getByRole("tablist", { name: "What is shown" });
    await tabs.getByRole("tab", { name: /elements$/ }).click();
    await inWindow(page, await firstOf(20));
    await page.evaluate(() => window.dispatchEvent(new Event("touchmove")));
    await page.evaluate(() => window.scrollBy(0, 3_000));
    await tabs.getByRole("tab", { name: /^Page 2[1-9]$/ }).waitFor();
    const read = Number((await tabs.getByRole("tab").first().textContent())?.split(" ").at(-1));
    await tabs.getByRole("tab").first().click();
    await shown(page, read);
    await page.getByRole("button", { name: "Next" }).click();
    await shown(page, read + 1);
    await tabs.getByRole("tab", { name: /elements$/ }).click();
    await inWindow(page, await firstOf(read + 1));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("goes to pages without text, after the last text too, and turns to them as one scrolls", async () => {
    const emptyPages = [5, 6, 13, 14, 15];
    const { file_id: ending } = await stage.service.ingestAndWait(
      "ending.pdf",
      samplePdf({ pages: 15, seed: 9, keyword: "Kestrel", emptyPages }),
    );
    const { page, complaints } = await stage.visit();
    const turnedTo = async (number: number) => {
      await page.getByRole("img", { name: `Page ${number} of ending.pdf` }).waitFor();
      await expect.poll(() => isInSight(headOf(page, number))).toBe(true);
    };
    await openPage(page, `/sources/${ending}`);
    await headOf(page, 1).waitFor();
    await page.getByRole("textbox", { name: "Page" }).fill("14");
    await page.getByRole("textbox", { name: "Page" }).press("Enter");
    await turnedTo(14);
    expect(address(page).get("page")).toBe("14");
    await page.mouse.move(1100, 500);
    await page.mouse.wheel(0, -4_000);
    await page.getByRole("img", { name: /^Page ([7-9]|1[01]) of / }).waitFor();
    await page.mouse.wheel(0, 9_000);
    await turnedTo(15);
    await expect.poll(() => address(page).get("page")).toBe("15");
    for (const number of [13, 6, 7]) {
      await openPage(page, `/sources/${ending}?page=${number}`);
      await turnedTo(number);
    }
    expect(complaints).toEqual([]);
  });

  it("says in its head how the pages were read, where it is short enough to know", async () => {
    const { file_id: short } = await stage.service.ingestAndWait(
      "short.pdf",
      samplePdf({ pages: 3, seed: 8, keyword: "Kestrel" }),
    );
    const { page } = await stage.visit();
    await openPage(page, `/sources/${short}`);
    await page.getByText("3 pages, all from their text").waitFor();
    await openPage(page, `/sources/${fileId}`);
    await page.getByText(`${pages} pages`, { exact: true }).waitFor();
  });
});
