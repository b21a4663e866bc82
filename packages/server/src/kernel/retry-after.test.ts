import { describe, expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const at = (ms: number) => new Date(ms).toUTCString();

describe("Retry-After", () => {
  test.each([
    ["2", 2_000],
    ["1.5", 1_500],
    [" 120 ", 120_000],
    ["soon", null],
    ["12345678901", null],
    ["1.5s", null],
    ["x7", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("%j asks for %s ms", (value, expected) => expect(readRetryAfter(value, null)).toBe(expected));

  test.each([0, 3_600_000, -3_600_000])(
    "a date counts against the clock of its server, which is %d ms from ours",
    (off) => {
      const now = Math.floor(Date.now() / 1000) * 1000 + off;
      expect(readRetryAfter(at(now + 2_000), at(now))).toBe(2_000);
      expect(readRetryAfter(at(now - 2_000), at(now))).toBe(0);
    },
  );

  test("a date without the server's own counts against our clock", () => {
    const wait = readRetryAfter(at(Date.now() + 60_000), null) ?? 0;
    expect(Math.abs(wait - 60_000)).toBeLessThan(10_000);
  });
});
