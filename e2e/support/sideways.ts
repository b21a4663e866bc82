import type { Page } from "playwright-core";

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
