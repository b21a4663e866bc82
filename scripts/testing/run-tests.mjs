import { BootstrapError } from "../bootstrap/bootstrap-error.mjs";
import { prepare } from "../bootstrap/prepare.mjs";
import { runScript } from "../bootstrap/run-script.mjs";
import { runChecks } from "../checks/run-checks.mjs";
import { summaryLine, sumOf } from "../summary/counts.mjs";
import { runVitest } from "./run-vitest.mjs";

/** @typedef {import("../bootstrap/prepare.mjs").PrepareContext} Context */
/** @typedef {import("../summary/counts.mjs").Counts} Counts */

const minute = 60_000;
/** When a whole run, and a single test file, is stopped: several times what each needs on a slow machine. */
const limits = {
  short: { timeoutMs: 40 * minute, fileLimitMs: 12 * minute },
  long: { timeoutMs: 75 * minute, fileLimitMs: 40 * minute },
};

const withoutChecks = "--without-checks";

/**
 * `npm test`: prepares, checks and tests. With filters (`npm test -- retrieval`) it runs only matching tests, no checks.
 * The checks go on beside the tests, which wait for a part of the time.
 * @param {string[]} given filters, or `--without-checks` where they have been made already
 */
export const runTests = (given) =>
  summarized(async (context) => {
    const filters = given.filter((each) => each !== withoutChecks);
    /** @type {string[]} lines of checks: in a terminal the tests would write over them */
    const late = [];
    const out = {
      write: (/** @type {string} */ text) =>
        process.stdout.isTTY ? late.push(text) : process.stdout.write(text),
    };
    const [checked, tests] = await Promise.all([
      given.length > 0 ? sumOf([]) : runChecks(context, out),
      runVitest(context, { long: false, filters, ...limits.short }),
    ]);
    process.stdout.write(late.join(""));
    const counts = sumOf([checked, tests]);
    // A run without tests means a wrong filter or pattern. It is never a success.
    return { counts, green: counts.failed === 0 && counts.passed > 0 };
  });

/**
 * `npm run test:long`: the tests that take minutes. With filters, all tests that match, whether long or not.
 * @param {string[]} filters
 */
export const runLongTests = (filters) =>
  summarized(async (context) => {
    const counts = await runVitest(context, { long: true, filters, ...limits.long });
    return { counts, green: counts.failed === 0 };
  });

/**
 * Prepares everything, runs, and prints the summary line, also when the preparation failed.
 * @param {(context: Context) => Promise<{ counts: Counts, green: boolean }>} run
 */
function summarized(run) {
  return runScript(async (context) => {
    const outcome = await prepare(context, undefined).then(
      () => run(context),
      (error) => {
        if (!(error instanceof BootstrapError)) throw error;
        console.log(error.message);
        return { counts: { passed: 0, failed: 1, skipped: 0 }, green: false };
      },
    );
    console.log(summaryLine(outcome.counts));
    return outcome.green ? 0 : 1;
  });
}
