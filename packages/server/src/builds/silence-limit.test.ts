import { expect, test } from "vitest";
import { silenceLimitMs } from "./silence-limit.ts";

test("pages may take longer in silence than a package, and a package longer than text", () => {
  expect(silenceLimitMs("pdf")).toBeGreaterThan(silenceLimitMs("docx"));
  expect(silenceLimitMs("docx")).toBeGreaterThan(silenceLimitMs("csv"));
  expect(silenceLimitMs("md")).toBe(silenceLimitMs("txt"));
});
