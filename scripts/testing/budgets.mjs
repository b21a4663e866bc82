import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ file: string, wallMs: number, cpuMs: number }} FileTime */
/** @typedef {{ calibrationMs: number, packages: Record<string, number> }} Budgets */

const slowMs = 5_000;
/** A package may need half as much again as its budget. */
const tolerance = 1.5;

/**
 * The lines that `worker/setup.ts` wrote, oldest first.
 * @param {string} folder
 * @returns {{ times: FileTime[], calibration: number[] }}
 */
export function readTimes(folder) {
  const lines = (/** @type {string} */ name) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };
  return {
    times: lines("times").map((line) => JSON.parse(line)),
    calibration: lines("calibration").map(Number),
  };
}

/**
 * One line for each test file that took more than 5 s, the slowest first.
 * @param {FileTime[]} times with paths below `root`
 * @param {string} root
 */
export const slowFiles = (times, root) =>
  times
    .filter(({ wallMs }) => wallMs > slowMs)
    .sort((one, other) => other.wallMs - one.wallMs)
    .map(
      ({ file, wallMs, cpuMs }) =>
        `${seconds(wallMs).padStart(6)} s (${seconds(cpuMs)} s of CPU)  ${path.relative(root, file)}`,
    );

/**
 * The CPU milliseconds that the tests of each package took, as on the machine on which the budgets were measured.
 *
 * What counts is the CPU time of the processes that run the tests, which other programs on the machine change little. It is
 * divided by the speed of the machine: each test file first did a fixed piece of work, and its median is compared with
 * that of the machine on which the budgets were measured. A faster machine gets no smaller budget.
 * @param {{ times: FileTime[], calibration: number[] }} measured
 * @param {Budgets} budgets
 * @param {string} root
 * @returns {Map<string, number>} by the name of the package
 */
export function spentByPackage({ times, calibration }, budgets, root) {
  const slowness = Math.max(1, (median(calibration) ?? 0) / budgets.calibrationMs);
  /** @type {Map<string, number>} */
  const spent = new Map();
  for (const { file, cpuMs } of times) {
    const name = packageOf(path.relative(root, file));
    spent.set(name, (spent.get(name) ?? 0) + cpuMs / slowness);
  }
  return spent;
}

/**
 * One line for each package that exceeds its budget by half.
 * @param {Map<string, number>} spent in milliseconds of CPU
 * @param {Budgets} budgets in seconds of CPU
 * @returns {string[]}
 */
export const exceeded = (spent, budgets) =>
  [...spent].flatMap(([name, cpuMs]) => {
    const budget = budgets.packages[name];
    if (budget === undefined) return [`${name} has no budget in scripts/testing/budgets.json`];
    if (cpuMs <= budget * 1000 * tolerance) return [];
    return [
      `${name}: its tests took ${seconds(cpuMs)} s of CPU; its budget is ${budget} s, and half more is allowed`,
    ];
  });

/**
 * What the tests of each package took, for a person who sets the budgets: `spec 4.1, e2e 9.8`.
 * @param {Map<string, number>} spent in milliseconds of CPU
 */
export const spentLine = (spent) => [...spent].map(([name, cpuMs]) => `${name} ${seconds(cpuMs)}`).join(", ");

/** @param {string} file relative to the repository */
function packageOf(file) {
  const [first = "", second = ""] = file.split(path.sep);
  return ["packages", "apps"].includes(first) ? `${first}/${second}` : first;
}

/** @param {number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1);
