import { afterEach, describe, expect, it, vi } from "vitest";
import { retryDelay } from "./retry.ts";

const answer = (status: number, headers: Record<string, string> = {}) => ({
  response: new Response(null, { status, headers }),
});

describe("retryDelay", () => {
  afterEach(() => void vi.useRealTimers());

  it("takes milliseconds before seconds, and seconds before a date", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    expect(retryDelay(answer(429, { "retry-after-ms": "250", "retry-after": "9" }), 1, false)).toBe(250);
    expect(retryDelay(answer(429, { "retry-after": "9" }), 1, false)).toBe(9_000);
    expect(retryDelay(answer(429, { "retry-after": "0" }), 1, false)).toBe(0);
    expect(retryDelay(answer(429, { "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }), 1, false)).toBe(7_000);
  });

  it("leaves a wait of more than a minute to the caller", () => {
    expect(retryDelay(answer(429, { "retry-after": "60" }), 1, false)).toBe(60_000);
    expect(retryDelay(answer(429, { "retry-after": "61" }), 1, false)).toBeUndefined();
  });

  it("spreads attempts over a window that doubles up to 8 s", () => {
    const longest = vi.spyOn(Math, "random").mockReturnValue(1);
    const windows = [1, 2, 3, 5, 6, 20].map((attempt) => retryDelay(answer(500), attempt, true));
    expect(windows).toEqual([500, 1_000, 2_000, 8_000, 8_000, 8_000]);
    longest.mockReturnValue(0);
    expect(retryDelay(answer(500), 5, true)).toBe(0);
    longest.mockRestore();
  });

  it("ignores a header it cannot read", () => {
    expect(retryDelay(answer(429, { "retry-after": "soon" }), 1, false)).toBeLessThanOrEqual(500);
  });
});

describe("a retry-after date", () => {
  const date = (ms: number) => new Date(ms).toUTCString();
  const now = Date.UTC(2026, 0, 1);

  it.each([0, 5, -5, 600])(
    "counts against the clock of the service when the device is %d minutes off",
    (off) => {
      vi.useFakeTimers({ now: now + off * 60_000 });
      const headers = { date: date(now), "retry-after": date(now + 2_000) };
      expect(retryDelay(answer(503, headers), 1, false)).toBe(2_000);
      vi.useRealTimers();
    },
  );

  it("in the past asks for no wait", () => {
    const headers = { date: date(now), "retry-after": date(now - 2_000) };
    expect(retryDelay(answer(503, headers), 1, false)).toBe(0);
  });
});
