import { expect, test } from "vitest";
import { exceeded, slowFiles } from "./budgets.mjs";

const budgets = { calibrationMs: 20, packages: { "packages/reader": 100, e2e: 10 } };
const time = (file: string, cpuMs: number, wallMs = cpuMs) => ({
  file: `/repository/${file}`,
  cpuMs,
  wallMs,
});

test("names test files above 5 s, the slowest first", () => {
  const times = [
    time("e2e/a.test.ts", 900, 5_100),
    time("e2e/b.test.ts", 1, 4_900),
    time("c.test.ts", 8_000),
  ];
  expect(slowFiles(times, "/repository")).toEqual([
    "   8.0 s (8.0 s of CPU)  c.test.ts",
    "   5.1 s (0.9 s of CPU)  e2e/a.test.ts",
  ]);
});

test("a package may take its budget and half of it more, over all its files", () => {
  const times = [time("packages/reader/a.test.ts", 75_000), time("packages/reader/b.test.ts", 75_000)];
  const calibration = [19, 20, 500];
  expect(exceeded({ times, calibration }, budgets, "/repository")).toEqual([]);
  expect(
    exceeded(
      { times: [...times, time("packages/reader/c.test.ts", 1)], calibration },
      budgets,
      "/repository",
    ),
  ).toEqual([
    "packages/reader: its tests took 150.0 s of CPU; its budget is 100 s, and half more is allowed",
  ]);
});

test("a slow machine has more time, and a fast one not less", () => {
  const times = [time("e2e/a.test.ts", 29_000)];
  expect(exceeded({ times, calibration: [40] }, budgets, "/repository")).toEqual([]);
  expect(
    exceeded({ times: [time("e2e/a.test.ts", 15_000)], calibration: [5] }, budgets, "/repository"),
  ).toEqual([]);
  expect(exceeded({ times, calibration: [20] }, budgets, "/repository")).toHaveLength(1);
});

test("a package without a budget is named", () => {
  const times = [time("packages/new/a.test.ts", 1)];
  expect(exceeded({ times, calibration: [] }, budgets, "/repository")).toEqual([
    "packages/new has no budget in scripts/testing/budgets.json",
  ]);
});
