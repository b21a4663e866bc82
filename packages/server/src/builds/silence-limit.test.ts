import { expect, test } from "vitest";
import { silenceLimitMs } from "./silence-limit.ts";

test("a page has the limit of pages, a package more than text", () => {
  for (const extension of ["pdf", "tiff"]) expect(silenceLimitMs(extension, 1_234)).toBe(1_234);
  expect(silenceLimitMs("docx", 1_234)).toBeGreaterThan(silenceLimitMs("csv", 1_234));
  expect(silenceLimitMs("md", 1_234)).toBe(silenceLimitMs("txt", 1_234));
});
