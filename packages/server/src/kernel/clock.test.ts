import { afterEach, expect, test, vi } from "vitest";
import { steadyClock, systemClock } from "./clock.ts";

afterEach(() => void vi.useRealTimers());

test.each([-3_600_000, 3_600_000])("the steady clock does not follow a correction of %d ms", (correction) => {
  const began = steadyClock.now().getTime();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + correction });
  expect(Math.abs(systemClock.now().getTime() - began)).toBeGreaterThan(3_000_000);
  const passed = steadyClock.now().getTime() - began;
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(1_000_000);
});
