import type { JSHandle, Page } from "playwright-core";
import { expect } from "vitest";
import { openPage } from "./browser.ts";

/** Tab reaches everything of a room within so many steps. */
const maxStops = 150;
/** The same for the whole way around a room, with each element of a text. */
const maxAround = 400;

export type Keyboard = {
  /** Opens a room from the head of the sources. */
  openRoom(name: string): Promise<void>;
  /** Presses keys one after the other. */
  press(...keys: string[]): Promise<void>;
  /** Writes into what has the focus. */
  write(text: string): Promise<void>;
  /** Goes on with Tab until what has the focus is called that, and with Shift and Tab when `back`. */
  tabTo(name: string | RegExp, way?: { back?: boolean }): Promise<void>;
  /** Presses a key until what has the focus is called that. */
  walkTo(name: string | RegExp, key: string): Promise<void>;
  /** The name of what has the focus. Fails when nothing has it, or when it is not to be seen. */
  focused(): Promise<string>;
  /** Goes with Tab once around the page. What has the focus and is not to be seen, and whether Tab is held back. */
  faultsOfStops(way?: { back?: boolean }): Promise<string[]>;
  /** Waits until something has the focus and is to be seen. */
  isSomewhere(): Promise<void>;
  /** Waits until what has the focus is called that. */
  isAt(name: string | RegExp): Promise<void>;
};

/** Uses a page as somebody without a pointer does. Wherever the focus goes, it has to be seen. */
export function keyboardOf(page: Page): Keyboard {
  const focused = async () => {
    const { name, fault } = await page.evaluate(lookAtFocus);
    if (fault !== undefined) throw new Error(`${fault}: ${name}`);
    return name;
  };
  const matches = (name: string, wanted: string | RegExp) =>
    typeof wanted === "string" ? name === wanted : wanted.test(name);
  const keyboard: Keyboard = {
    focused,
    async openRoom(name) {
      await openPage(page, "/sources");
      await page.getByText("Service ready").waitFor();
      await keyboard.tabTo(name);
      await keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name }).waitFor({ state: "attached" });
      await keyboard.isAt(name);
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    write: (text) => page.keyboard.insertText(text),
    async walkTo(wanted, key) {
      for (let step = 0; step < maxStops; step += 1) {
        if (matches(await focused(), wanted)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`${key} never came to ${wanted}`);
    },
    async tabTo(wanted, { back = false } = {}) {
      const passed: string[] = [];
      for (let stop = 0; stop < maxStops; stop += 1) {
        await page.keyboard.press(back ? "Shift+Tab" : "Tab");
        // After the last stop the browser's own controls come, which have no place on the page.
        if (await page.evaluate(() => document.activeElement === document.body)) continue;
        const name = await focused();
        if (matches(name, wanted)) return;
        passed.push(name.slice(0, 30));
      }
      throw new Error(`Tab never came to ${wanted}, only to ${passed.join(" | ")}`);
    },
    async faultsOfStops({ back = false } = {}) {
      const faults: string[] = [];
      let first: JSHandle<Element | null> | undefined;
      let isPastEnd = false;
      for (let stop = 0; stop < maxAround; stop += 1) {
        await page.keyboard.press(back ? "Shift+Tab" : "Tab");
        const { name, fault, isOutside } = await page.evaluate(lookAtFocus);
        if (isOutside) {
          // Also where the page has drawn its first stop anew meanwhile.
          if (isPastEnd) return faults;
          isPastEnd = true;
          continue;
        }
        if (first === undefined) first = await page.evaluateHandle(() => document.activeElement);
        else if (isPastEnd && (await page.evaluate((one) => one === document.activeElement, first)))
          return faults;
        if (fault !== undefined) faults.push(`${back ? "Back at" : "At"} "${name.slice(0, 60)}": ${fault}`);
      }
      return [...faults, `Tab did not get around in ${maxAround} steps`];
    },
    async isSomewhere() {
      await expect.poll(async () => (await page.evaluate(lookAtFocus)).fault).toBeUndefined();
    },
    async isAt(wanted) {
      await expect
        .poll(async () => {
          const { name, fault } = await page.evaluate(lookAtFocus);
          return fault ? `${fault}: ${name}` : matches(name, wanted) ? wanted : name;
        })
        .toEqual(wanted);
    },
  };
  return keyboard;
}

/** Runs on the page: what has the focus, and why it is not to be seen. `isOutside` when nothing of the page has it. */
function lookAtFocus(): { name: string; fault: string | undefined; isOutside?: true } {
  const element = document.activeElement;
  if (element === document.body) return { name: "", fault: "Nothing has the focus", isOutside: true };
  if (!(element instanceof HTMLElement || element instanceof SVGElement))
    return { name: "", fault: "Nothing has the focus" };
  const labelled = element
    .getAttribute("aria-labelledby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");
  const name = (
    labelled ??
    element.getAttribute("aria-label") ??
    ((element as HTMLInputElement).labels?.[0] ?? element).textContent
  )
    .replaceAll(/\s+/g, " ")
    .trim();
  // Where a room begins. Nothing can be done with a heading, so it needs no ring, and a room may open further down.
  if (element.matches('h1[tabindex="-1"]')) return { name, fault: undefined };
  // Some show the focus on their frame: a radio button on its cell, the question on the line above it.
  const frames: Element[] = [];
  for (let each: Element | null = element; each && frames.length < 6; each = each.parentElement)
    frames.push(each);
  const styleOf = (frame: Element) => {
    const { outlineStyle, outlineWidth, borderTop, borderBottom, boxShadow, backgroundColor } =
      getComputedStyle(frame);
    const outline = outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
    return { outline, borderTop, borderBottom, boxShadow, backgroundColor };
  };
  const before = frames.map(styleOf);
  if (before.some(({ outline }) => outline >= 1)) {
    const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
    const isOutside = right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight;
    const parts = [0.1, 0.5, 0.9];
    const isBare = parts.some((down) =>
      parts.some((along) => {
        const hit = document.elementFromPoint(left + along * width, top + down * height);
        return (
          hit && (element.contains(hit) || hit.contains(element) || hit.closest("label")?.contains(element))
        );
      }),
    );
    // A control of one pixel is not seen itself: what stands for it shows the focus.
    const isCovered = !isBare && width > 1 && height > 1;
    const fault =
      width === 0 || height === 0
        ? "It has no size"
        : isOutside
          ? "It is outside the window"
          : isCovered
            ? "Something covers it"
            : undefined;
    return { name, fault };
  }
  // Without a ring it has to look different from what it is without the focus.
  element.blur();
  const after = frames.map(styleOf);
  element.focus({ preventScroll: true });
  const isSeen = JSON.stringify(before) !== JSON.stringify(after);
  return { name, fault: isSeen ? undefined : `Nothing shows that <${element.tagName}> has the focus` };
}
