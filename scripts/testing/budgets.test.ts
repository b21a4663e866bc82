import { expect, test } from "vitest";
import { exceeded, slowFiles, spentByPackage, spentLine } from "./budgets.mjs";

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

const spentOn = (times: ReturnType<typeof time>[], calibration: number[] = []) =>
  spentByPackage({ times, calibration }, budgets, "/repository");
const exceededBy = (...given: Parameters<typeof spentOn>) => exceeded(spentOn(...given), budgets);

test("a package may take its budget and half of it more, over all its files", () => {
  const times = [time("packages/reader/a.test.ts", 75_000), time("packages/reader/b.test.ts", 75_000)];
  const calibration = [19, 20, 500];
  expect(exceededBy(times, calibration)).toEqual([]);
  expect(exceededBy([...times, time("packages/reader/c.test.ts", 1)], calibration)).toEqual([
    "packages/reader: its tests took 150.0 s of CPU; its budget is 100 s, and half more is allowed",
  ]);
});

test("a slow machine has more time, and a fast one not less", () => {
  const times = [time("e2e/a.test.ts", 29_000)];
  expect(exceededBy(times, [40])).toEqual([]);
  expect(exceededBy([time("e2e/a.test.ts", 15_000)], [5])).toEqual([]);
  expect(exceededBy(times, [20])).toHaveLength(1);
});

test("a package without a budget is named", () => {
  expect(exceededBy([time("packages/new/a.test.ts", 1)])).toEqual([
    "packages/new has no budget in scripts/testing/budgets.json",
  ]);
});

test("says what each package took, as on the machine of the budgets", () => {
  const times = [time("e2e/a.test.ts", 4_000), time("e2e/b.test.ts", 2_000), time("spec/a.test.ts", 1_000)];
  expect(spentLine(spentOn(times, [40]))).toBe("e2e 3.0, spec 0.5");
});
