import { expect, test } from "vitest";
import { renderHookAt } from "../../testing/render.tsx";
import { scriptedFetch } from "../../testing/scripted-fetch.ts";
import { useSourceContentUrl } from "./use-source-content-url.ts";

test("is the address of the original file below the provider's path, whatever the id contains", () => {
  const fetch = scriptedFetch();
  const urlOf = (fileId: string | undefined) =>
    renderHookAt({ basePath: "/api/documents/", fetch }, () => useSourceContentUrl(fileId)).result.current;
  expect(urlOf("src_1")).toBe("/api/documents/src_1/content");
  expect(urlOf("a/../b?c")).toBe("/api/documents/a%2F..%2Fb%3Fc/content");
  expect(urlOf(undefined)).toBeUndefined();
  // The browser fetches it, not the hook.
  expect(fetch.requests).toEqual([]);
});
