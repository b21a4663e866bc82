/**
 * The part of vitest's JSON report that is used here.
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] | null }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileResult
 * @typedef {{ testResults: FileResult[] }} VitestReport
 */

/**
 * Counts a run. A file that could not be collected counts as one failure. A failed run without a failed test counts as
 * one failure too (an unhandled error, a crash, no report). So a failed run never counts as passed.
 * @param {VitestReport | undefined} report undefined when vitest wrote no report
 * @param {number} exitCode vitest's
 * @returns {import("./counts.mjs").Counts}
 */
export function countsOfReport(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    const before = counts.failed;
    for (const { status } of file.assertionResults) {
      if (status === "passed") counts.passed += 1;
      else if (status === "failed") counts.failed += 1;
      else counts.skipped += 1; // skipped, pending, todo, disabled
    }
    if (file.status === "failed" && counts.failed === before) counts.failed += 1;
  }
  if (counts.failed === 0 && (exitCode !== 0 || report === undefined)) counts.failed = 1;
  return counts;
}

/**
 * The tests that failed first and passed when vitest tried them again, each with the first line of its failure. Such a
 * test, or what it tests, depends on the time that something takes.
 * @param {VitestReport | undefined} report
 * @returns {string[]}
 */
export function passedLater(report) {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return tests.flatMap(({ status, fullName, failureMessages }) =>
    status === "passed" && failureMessages?.[0]
      ? [`${fullName}: ${failureMessages[0].split("\n", 1)[0]}`]
      : [],
  );
}
