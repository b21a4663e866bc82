import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runForeground } from "../bootstrap/child.mjs";
import { bundledNode, stateFolder, toolEnvironment } from "../bootstrap/toolchain.mjs";
import { countsOfReport, passedLater } from "../summary/vitest-report.mjs";

/** Tests that take minutes: crash, fuzz and browser matrices. */
const longTests = ".long.test.ts";

/**
 * Runs the tests of every package under the bundled Node.
 * @param {import("../bootstrap/prepare.mjs").PrepareContext} context
 * @param {{ name: string, long: boolean, filters: string[], timeoutMs: number }} options
 *   `name` of the report; `long` takes only the long tests, otherwise all others; `filters` go to vitest as they are
 * @returns {Promise<import("../summary/counts.mjs").Counts>}
 */
export async function runVitest({ root, env }, { name, long, filters, timeoutMs }) {
  const reportFile = path.join(stateFolder(root), "reports", `${name}.json`);
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const selection = long ? [longTests, "--passWithNoTests"] : [`--exclude=**/*${longTests}`];
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
  const exitCode = await runForeground(
    bundledNode(root),
    [
      path.join(root, "node_modules", "vitest", "vitest.mjs"),
      ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
      ...selection,
      ...filters,
    ],
    { cwd: root, env: { ...toolEnvironment(root, env), ...plain }, timeoutMs },
  );
  const report = readReport(reportFile);
  for (const test of passedLater(report)) console.log(`! passed at the second try only: ${test}`);
  return countsOfReport(report, exitCode);
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // vitest ended before it wrote a report. That counts as a failure.
  }
}
