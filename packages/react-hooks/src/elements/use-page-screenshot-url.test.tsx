import { expect, test } from "vitest";
import { renderHookAt } from "../../testing/render.tsx";
import { scriptedFetch } from "../../testing/scripted-fetch.ts";
import { usePageScreenshotUrl } from "./use-page-screenshot-url.ts";

test("is the address of a page's picture below the provider's path, whatever the id contains", () => {
  const fetch = scriptedFetch();
  const urlOf = (fileId: string, page: number, maxWidth?: number) =>
    renderHookAt({ basePath: "/api/documents/", fetch }, () => usePageScreenshotUrl(fileId, page, maxWidth))
      .result.current;
  expect(urlOf("src_1", 6)).toBe("/api/documents/src_1/pages/6/screenshot");
  expect(urlOf("a/../b?c", 1, 300)).toBe("/api/documents/a%2F..%2Fb%3Fc/pages/1/screenshot?max_width=300");
  // The browser fetches it, not the hook.
  expect(fetch.requests).toEqual([]);
});
