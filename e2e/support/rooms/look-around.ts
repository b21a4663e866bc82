import type { Page } from "playwright-core";
import { accessibilityProblems } from "../accessibility.ts";
import { picture } from "../browser.ts";
import { sidewaysPx } from "../sideways.ts";

export type Look = { width: number; dark: boolean };

/** What is wrong with an open room in one of these looks: violations of axe, and how far it scrolls sideways. */
export async function lookAround(page: Page, name: string, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, dark } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    const look = `${width} ${dark ? "dark" : "light"}`;
    for (const problem of await accessibilityProblems(page)) faults.push(`${look}: ${problem}`);
    const sideways = await sidewaysPx(page);
    if (sideways > 0) faults.push(`${look}: scrolls sideways by ${sideways} px`);
    await picture(page, `room ${name} ${look}`.replaceAll(/[^a-z0-9]+/gi, "-"));
  }
  return faults;
}
