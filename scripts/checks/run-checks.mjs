import { runCommand } from "../bootstrap/command.mjs";
import { toolEnvironment } from "../bootstrap/toolchain.mjs";
import { checkSteps } from "./steps.mjs";

const stepTimeoutMs = 15 * 60_000;

/**
 * Runs every step and prints one line for each. The output of a failed step is shown in full. The others still run. The
 * steps of turbo run beside the others. Everything has to be built.
 * @param {import("../bootstrap/prepare.mjs").PrepareContext} context
 * @param {{ write(text: string): unknown }} out
 * @returns {Promise<import("../summary/counts.mjs").Counts>} each step is one test
 */
export async function runChecks({ root, env, abort }, out) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const options = { cwd: root, env: toolEnvironment(root, env), timeoutMs: stepTimeoutMs, abort };
  const runStep = async (/** @type {import("./steps.mjs").CheckStep} */ step) => {
    const begun = Date.now();
    const { exitCode, output, timedOut } = await runCommand(step.command, step.arguments, options);
    const seconds = `${((Date.now() - begun) / 1000).toFixed(1)} s`;
    if (exitCode === 0) {
      counts.passed += 1;
      out.write(`✓ ${step.title} (${seconds})\n`);
    } else {
      counts.failed += 1;
      const reason = timedOut ? "Stopped: it took longer than a quarter of an hour.\n" : "";
      out.write(`✗ ${step.title} (${seconds})\n${output.trimEnd()}\n${reason}  → ${step.remedy}\n`);
    }
  };
  await Promise.all(
    [true, false].map(async (usesTurbo) => {
      const steps = checkSteps(root).filter((step) => (step.usesTurbo ?? false) === usesTurbo);
      for (const step of steps) await runStep(step);
    }),
  );
  return counts;
}
