import type { Locator, Page } from "playwright-core";

/** Waits until all of an element of a document is in the window. */
export const inWindow = (page: Page, elementId: string) =>
  page.waitForFunction((id) => {
    const { top = -1, bottom = Number.POSITIVE_INFINITY } =
      document.querySelector(`[data-element="${id}"]`)?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= innerHeight;
  }, elementId);

/** Whether something that the locator finds is in the window, with nothing above it. */
export const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((found) =>
    found.some((each) => {
      const { top, bottom, left, right } = each.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && there !== null && each.contains(there);
    }),
  );
