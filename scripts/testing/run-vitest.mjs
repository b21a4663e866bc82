import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runForeground } from "../bootstrap/child.mjs";
import { bundledNode, stateFolder, toolEnvironment } from "../bootstrap/toolchain.mjs";
import { sumOf } from "../summary/counts.mjs";
import { countsOfReport, passedLater } from "../summary/vitest-report.mjs";
import { exceeded, readTimes, slowFiles, spentByPackage, spentLine } from "./budgets.mjs";
import { watchWorkers } from "./watch-workers.mjs";

/** Tests that take minutes: crash, fuzz and browser matrices. */
const longTests = ".long.test.ts";
/** Tests before a release, which install hundreds of MB. They run only when they are named. */
const releaseTests = ".release.test.ts";
/** Tests with random inputs. They run in `npm test` with a fixed seed, and in the long tests with a new one. */
const fuzzTests = ".fuzz.test.ts";

/**
 * One process of vitest.
 * @typedef {object} Part
 * @property {string} name of its report
 * @property {string[]} projects which of them it runs, as vitest takes them. Empty means all
 * @property {string} [workers] test files at a time (default: see `test-defaults.ts`)
 */

/**
 * The long tests are two processes, one after the other. Those in a browser look at frames, which a browser misses when more
 * of them draw than there are cores. Beside them the others took so long that their limits were too short (docs/decisions/toolchain.md).
 * @type {Part[]}
 */
const longParts = [
  { name: "test-long", projects: ["!@headwater/e2e"] },
  { name: "test-long-browsers", projects: ["@headwater/e2e"], workers: "2" },
];

/**
 * Runs the tests of every package under the bundled Node. Then it names the test files that took more than 5 s. A test
 * file that does not end within `fileLimitMs` is named, its worker is killed, and it counts as a failure.
 * @param {import("../bootstrap/prepare.mjs").PrepareContext} context
 * @param {{ long: boolean, filters: string[], timeoutMs: number, fileLimitMs: number }} options
 *   `long` takes only the long tests, otherwise all others; `filters` go to vitest as they are, and with
 *   `long` they take every test file with this text in its path.
 *   Without filters the tests that are not long must keep the budgets of their packages
 * @returns {Promise<import("../summary/counts.mjs").Counts>}
 */
export async function runVitest({ root, env }, { long, filters, timeoutMs, fileLimitMs }) {
  const parts = long ? longParts : [{ name: "test", projects: [] }];
  const reports = path.join(stateFolder(root), "reports");
  const watched = path.join(stateFolder(root), "workers", `${long ? "long" : "test"}-${process.pid}`);
  for (const folder of [reports, watched]) mkdirSync(folder, { recursive: true });
  const selection = long
    ? [...(filters.length > 0 ? [] : [longTests, fuzzTests]), "--passWithNoTests", ...retriesOf(env)]
    : [`--exclude=**/*${longTests}*`, `--exclude=**/*${releaseTests}`];
  // Many tests start the service or its command line. With the cache that takes half of the CPU time.
  const compileCache = path.join(watched, "compile-cache");
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
  const seed = long ? { FUZZ_SEED: env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31)) } : {};
  /** @type {string[]} */
  const failures = [];
  const stopWatching = watchWorkers(watched, fileLimitMs, (file) => {
    const failure = `${path.relative(root, file)} did not end within ${fileLimitMs / 1000} s. Its worker was killed.`;
    console.log(`✗ ${failure}`);
    failures.push(failure);
  });
  const runPart = async (/** @type {Part} */ { name, projects, workers }) => {
    const reportFile = path.join(reports, `${name}.json`);
    rmSync(reportFile, { force: true });
    const exitCode = await runForeground(
      bundledNode(root),
      [
        path.join(root, "node_modules", "vitest", "vitest.mjs"),
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
        ...projects.map((project) => `--project=${project}`),
        ...selection,
        ...filters,
      ],
      {
        cwd: root,
        env: {
          ...{ ...toolEnvironment(root, env), ...plain, ...seed, ...(workers && { TEST_WORKERS: workers }) },
          ...{ TEST_WATCH_FOLDER: watched, NODE_COMPILE_CACHE: compileCache, TEST_BUILT: "1" },
        },
        timeoutMs,
      },
    );
    const report = readReport(reportFile);
    return { counts: countsOfReport(report, exitCode), later: passedLater(report) };
  };
  try {
    const ended = [];
    for (const part of parts) ended.push(await runPart(part));
    for (const test of ended.flatMap(({ later }) => later))
      console.log(`! passed at the second try only: ${test}`);
    const counts = sumOf(ended.map((part) => part.counts));
    const measured = readTimes(watched);
    const slow = slowFiles(measured.times, root);
    if (slow.length > 0) console.log(`\nTest files that took more than 5 s:\n${slow.join("\n")}`);
    if (seed.FUZZ_SEED) console.log(`\nFUZZ_SEED=${seed.FUZZ_SEED} repeats the random inputs of this run.`);
    if (!long && filters.length === 0) {
      const budgets = JSON.parse(readFileSync(new URL("budgets.json", import.meta.url), "utf8"));
      const spent = spentByPackage(measured, budgets, root);
      console.log(`\nSeconds of CPU for the tests: ${spentLine(spent)}`);
      for (const line of exceeded(spent, budgets)) {
        console.log(`✗ ${line}`);
        failures.push(line);
      }
    }
    return { ...counts, failed: Math.max(counts.failed, failures.length) };
  } finally {
    stopWatching();
    rmSync(watched, { recursive: true, force: true });
  }
}

/**
 * In CI, where no person looks, a long test is tried twice: two browsers side by side may miss a frame. The run names every
 * test that needed it. Of the other tests only those in a browser are tried twice there (e2e/vitest.config.ts).
 * @param {NodeJS.ProcessEnv} env
 */
const retriesOf = (env) => (env.CI ? ["--retry=1"] : []);

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // vitest ended before it wrote a report. That counts as a failure.
  }
}
