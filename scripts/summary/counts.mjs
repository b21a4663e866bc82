/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {Counts[]} parts
 * @returns {Counts}
 */
export function sumOf(parts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of parts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The last line of every test command, for people and for scripts. */
export const summaryLine = (/** @type {Counts} */ { passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
