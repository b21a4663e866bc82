import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runForeground } from "../bootstrap/child.mjs";
import { bundledNode, stateFolder, toolEnvironment } from "../bootstrap/toolchain.mjs";
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
 * Runs the tests of every package under the bundled Node. Then it names the test files that took more than 5 s. A test
 * file that does not end within `fileLimitMs` is named, its worker is killed, and it counts as a failure.
 * @param {import("../bootstrap/prepare.mjs").PrepareContext} context
 * @param {{ name: string, long: boolean, filters: string[], timeoutMs: number, fileLimitMs: number }} options
 *   `name` of the report; `long` takes only the long tests, otherwise all others; `filters` go to vitest as they are, and with
 *   `long` they take every test file with this text in its path.
 *   Without filters the tests that are not long must keep the budgets of their packages
 * @returns {Promise<import("../summary/counts.mjs").Counts>}
 */
export async function runVitest({ root, env }, { name, long, filters, timeoutMs, fileLimitMs }) {
  const reportFile = path.join(stateFolder(root), "reports", `${name}.json`);
  const watched = path.join(stateFolder(root), "workers", `${name}-${process.pid}`);
  for (const folder of [path.dirname(reportFile), watched]) mkdirSync(folder, { recursive: true });
  rmSync(reportFile, { force: true });
  const selection = long
    ? [...(filters.length > 0 ? [] : [longTests, fuzzTests]), "--passWithNoTests", ...retriesOf(env)]
    : [`--exclude=**/*${longTests}*`, `--exclude=**/*${releaseTests}`];
  // Many tests start the service or its command line. With the cache that takes half of the CPU time.
  const compileCache = path.join(watched, "compile-cache");
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
  const seed = long ? { FUZZ_SEED: env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31)) } : {};
  const workers = long ? { TEST_BROWSERS: longBrowsers } : {};
  /** @type {string[]} */
  const failures = [];
  const stopWatching = watchWorkers(watched, fileLimitMs, (file) => {
    const failure = `${path.relative(root, file)} did not end within ${fileLimitMs / 1000} s. Its worker was killed.`;
    console.log(`✗ ${failure}`);
    failures.push(failure);
  });
  try {
    const exitCode = await runForeground(
      bundledNode(root),
      [
        path.join(root, "node_modules", "vitest", "vitest.mjs"),
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
        ...selection,
        ...filters,
      ],
      {
        cwd: root,
        env: {
          ...{ ...toolEnvironment(root, env), ...plain, ...seed, ...workers },
          ...{ TEST_WATCH_FOLDER: watched, NODE_COMPILE_CACHE: compileCache, TEST_BUILT: "1" },
        },
        timeoutMs,
      },
    );
    const report = readReport(reportFile);
    for (const test of passedLater(report)) console.log(`! passed at the second try only: ${test}`);
    const counts = countsOfReport(report, exitCode);
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

/** Workers with a browser. Long tests look at frames, which a browser misses when more of them draw than there are cores. */
const longBrowsers = "2";

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
