import { expect, test } from "vitest";
import { createDurations } from "./durations.ts";
import { createOpenSlots } from "./open-slots.ts";

test("a slot that is freed twice counts once, and its time is learnt once", () => {
  const durations = createDurations();
  const slots = createOpenSlots(2, durations);
  const free = slots.take(1, 0);
  slots.take(1, 0);
  free(4_000);
  free(90_000);
  expect(slots.waitMs(1, 90_000)).toBe(0);
  expect(durations.usual()).toBe(4_000);
  slots.take(1, 90_000);
  expect(slots.waitMs(1, 90_000)).toBeGreaterThan(0);
});
