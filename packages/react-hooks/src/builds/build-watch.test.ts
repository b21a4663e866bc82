import type { Build } from "@headwater/client";
import { expect, test } from "vitest";
import { example } from "../../testing/example.ts";
import { type BuildWatch, continueWatch, intervalAfter, watchLimits } from "./build-watch.ts";

const pending = example<Build>("getBuild.200.pending");
const missing = example<Build>("getBuild.200.not-found");
const limits = watchLimits({ timeoutMs: 60_000, graceMs: 10_000 });

/** Makes a watch from polls, given as [build, asked at second, held for seconds]. */
const watch = (...polls: [build: Build, askedAt: number, held?: number][]) =>
  polls.reduce<BuildWatch | undefined>(
    (previous, [build, askedAt, held = 0]) =>
      continueWatch(
        previous,
        { build, askedAt: askedAt * 1_000, answeredAt: (askedAt + held) * 1_000 },
        limits,
      ),
    undefined,
  );

test.each([
  ["getBuild.200", "ready"],
  ["getBuild.200.partial", "partial"],
  ["getBuild.200.failed", "failed"],
  ["getBuild.200.pending", undefined],
  ["getBuild.200.processing", undefined],
  ["getBuild.200.not-found", undefined],
])("%s stops the watch as %s", (name, stopped) => {
  expect(watch([example<Build>(name), 0])?.stopped).toBe(stopped);
});

test("a status of a later version ends the watch", () => {
  const build = { ...pending, status: "Archived" } as never as Build;
  expect(watch([build, 0])?.stopped).toBe("settled");
});

test("an unknown build is put up with until the grace is over", () => {
  expect(watch([missing, 0], [missing, 4], [missing, 8])?.stopped).toBeUndefined();
  expect(watch([missing, 0], [missing, 5], [missing, 10])?.stopped).toBe("not_found");
});

test("the grace begins anew when a known build is lost", () => {
  expect(watch([missing, 0], [pending, 5], [missing, 9], [missing, 14])?.stopped).toBeUndefined();
  expect(watch([missing, 0], [pending, 5], [missing, 10], [missing, 15])?.stopped).toBe("not_found");
});

test("the deadline ends the watch, not the build", () => {
  const polls = Array.from({ length: 13 }, (_, index): [Build, number] => [pending, index * 5]);
  expect(watch(...polls.slice(0, 12))?.stopped).toBeUndefined();
  expect(watch(...polls)).toMatchObject({ stopped: "deadline", phase: "waiting" });
});

test("time in which nobody asked does not count towards deadline and grace", () => {
  expect(watch([pending, 0], [pending, 3_600])?.stopped).toBeUndefined();
  expect(watch([missing, 0], [missing, 3_600])?.stopped).toBeUndefined();
});

test("a watch that a server began goes on by the clock of the browser", () => {
  const day = 86_400;
  expect(watch([pending, day], [pending, 0], [pending, 5])?.stopped).toBeUndefined();
  const polls = Array.from({ length: 13 }, (_, index): [Build, number] => [pending, index * 5]);
  expect(watch([pending, day], ...polls)?.stopped).toBe("deadline");
  expect(watch([missing, day], [missing, 0], [missing, 5], [missing, 10])?.stopped).toBe("not_found");
});

test("a poll that was held counts in full", () => {
  expect(watch([pending, 0], [pending, 2, 58])?.stopped).toBe("deadline");
});

test("a poll after the watch has stopped begins a new one", () => {
  const stopped = watch([missing, 0], [missing, 5], [missing, 10], [missing, 12]);
  expect(stopped).toMatchObject({ stopped: undefined, polls: 1, startedAt: 12_000 });
});

test("the interval grows by half up to its limit", () => {
  const defaults = watchLimits();
  expect([1, 2, 3, 4, 50].map((polls) => intervalAfter(polls, defaults))).toEqual([
    2_000, 3_000, 4_500, 5_000, 5_000,
  ]);
});

test("an interval above the limit is kept", () => {
  expect(intervalAfter(9, watchLimits({ intervalMs: 20_000 }))).toBe(20_000);
});
