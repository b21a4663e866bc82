import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { openPage, picture, type Visit, viewports } from "./support/browser.ts";
import { brokenPdf, report, sample, sampleName } from "./support/documents.ts";
import { picturedRooms as rooms } from "./support/rooms/pictured-rooms.ts";
import { sidewaysPx } from "./support/sideways.ts";
import { openStage, type Stage } from "./support/stage.ts";

const widths = [390, 480, 600, 720, 800, 1024, 1100, 1280, 1440, 1600];

/** The widths at which the page can be scrolled sideways, and how far. */
async function sidewaysByWidth(page: Page): Promise<Record<number, number>> {
  const scrolls: Record<number, number> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: viewports.wide.height });
    const beyond = await sidewaysPx(page);
    if (beyond > 0) scrolls[width] = beyond;
  }
  await page.setViewportSize(viewports.wide);
  return scrolls;
}

needs("chromium")("the layout of an empty list", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
  });
  afterAll(() => stage?.close());

  it("is accessible, in light and in dark", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByText("Add a document and ask about it.").waitFor();
    await page.getByText("Service ready").waitFor();
    for (const width of ["wide", "narrow"] as const) {
      await page.setViewportSize(viewports[width]);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `sources-empty-${width}-${colorScheme}`);
        expect.soft(await accessibilityProblems(page), `${width} ${colorScheme}`).toEqual([]);
      }
      expect.soft(await sidewaysPx(page)).toBe(0);
    }
  });
});

needs("chromium")("the layout of the pages", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
    for (const { name, buffer } of [sample, brokenPdf]) await stage.service.ingestAndWait(name, buffer);
  });
  afterAll(() => stage?.close());

  describe.each(["wide", "narrow"] as const)("%s", (width) => {
    let visit: Visit;
    beforeAll(async () => {
      visit = await stage.visit({ narrow: width === "narrow" });
    });

    it.each(Object.keys(rooms))("%s: accessible, in light and in dark", async (name) => {
      const { page } = visit;
      await rooms[name]?.(page);
      await page.getByRole("link", { name: "Extract", exact: true }).waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `${name}-${width}-${colorScheme}`);
        expect.soft(await accessibilityProblems(page), colorScheme).toEqual([]);
      }
      if (width === "narrow") expect(await sidewaysPx(page)).toBe(0);
      else expect(await sidewaysByWidth(page)).toEqual({});
    });

    it("without browser errors and requests to other hosts", () => {
      expect(visit.complaints.filter((text) => !text.includes("404"))).toEqual([]);
      expect(visit.strangers).toEqual([]);
    });
  });

  it("keeps the theme after a reload, from the first frame on", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByText("Service ready").waitFor();
    await page.getByLabel("Theme").selectOption("Dark");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
        if (seen.length < 30) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.reload();
    await page.getByText("Service ready").waitFor();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length))
      .toBe(30);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set([dark]));
    expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
    await page.getByLabel("Theme").selectOption("Light");
    expect(await paper()).not.toBe(dark);
  });

  it("can be used with the keyboard only", async () => {
    const { page } = await stage.visit();
    // Listen from the start: the key press comes before a later listener would be registered.
    page.on("filechooser", () => {});
    const tabTo = async (name: RegExp) => {
      const passed: string[] = [];
      for (let stop = 0; stop < 60; stop += 1) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          const label =
            element.getAttribute("aria-label") ?? (element as HTMLInputElement).labels?.[0]?.textContent;
          return label ?? element.textContent ?? "";
        });
        if (name.test(focused)) return;
        passed.push(focused.slice(0, 30));
      }
      throw new Error(`Tab never came to ${name}, only to ${passed.join(" | ")}`);
    };
    await openPage(page, "/sources");
    await page.getByText("Service ready").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
    await tabTo(/^Choose files$/);
    const chooser = page.waitForEvent("filechooser");
    await page.keyboard.press("Enter");
    await (await chooser).setFiles(report);
    await page
      .getByRole("listitem")
      .filter({ hasText: report.name })
      .getByText("Ready", { exact: true })
      .waitFor();

    await openPage(page, "/ask");
    await page.getByText("Service ready").waitFor();
    await tabTo(/^Your question$/);
    await page.keyboard.type("How many trees are left of the Hollin Seedling?");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Citation 1" }).first().waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Home");
    await tabTo(/^Citation 1$/);
    await page.keyboard.press("Enter");
    await tabTo(/^Open page 2$/);
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
    await tabTo(/^(Title|Text|Table|Header|Caption)/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("element")).toMatch(/\S/);
  });
});
