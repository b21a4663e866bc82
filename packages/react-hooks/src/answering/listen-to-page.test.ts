import { afterEach, expect, test, vi } from "vitest";
import { listenToPage } from "./listen-to-page.ts";

afterEach(() => void vi.unstubAllGlobals());

const page = { onMayLeave: vi.fn(), onLeave: vi.fn(), onReturn: vi.fn() };

test("says that the page closes, until it is ended", () => {
  const end = listenToPage(page);
  window.dispatchEvent(new Event("pagehide"));
  end();
  window.dispatchEvent(new Event("pagehide"));
  expect(page.onLeave.mock.calls).toEqual([[false]]);
});

test("in React Native `window` has no events", () => {
  vi.stubGlobal("window", {});
  expect(listenToPage(page)()).toBeUndefined();
});
