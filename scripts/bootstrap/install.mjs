import { existsSync } from "node:fs";
import path from "node:path";
import { BootstrapError } from "./bootstrap-error.mjs";
import { endOf, runCommand } from "./command.mjs";
import { fingerprintOf } from "./fingerprint.mjs";
import { stampFile } from "./stamp.mjs";
import { bundledNodePath, pinnedPnpm, pnpmArguments, stateFolder, toolEnvironment } from "./toolchain.mjs";
import { workspacePackages } from "./workspace.mjs";

const installTimeoutMs = 20 * 60_000;
const stampOf = (/** @type {string} */ root) => stampFile(stateFolder(root), "install");

/**
 * Every file that decides what is installed.
 * @param {string} root
 */
export function installFingerprint(root) {
  const manifests = workspacePackages(root).map(({ folder }) => `${folder}/package.json`);
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", ...manifests];
  return fingerprintOf(root, files, `${process.platform}-${process.arch}`);
}

/** @param {string} root */
export function isInstalled(root) {
  if (stampOf(root).read().fingerprint !== installFingerprint(root) || !existsSync(bundledNodePath(root)))
    return false;
  return workspacePackages(root).every(
    ({ folder, uses }) => uses.length === 0 || existsSync(path.join(root, folder, "node_modules")),
  );
}

/**
 * Installs exactly the lockfile, with the pinned pnpm.
 * @param {{ root: string, env: NodeJS.ProcessEnv, progress: import("./progress.mjs").Progress, abort: AbortSignal }} context
 */
export async function install({ root, env, progress, abort }) {
  const first = !existsSync(bundledNodePath(root));
  const title = `Installing dependencies${first ? " (first start, about a minute)" : ""}`;
  await progress.step(title, async () => {
    stampOf(root).clear();
    const options = {
      cwd: root,
      env: { ...toolEnvironment(root, env), CI: "true" },
      timeoutMs: installTimeoutMs,
      abort,
    };
    const flags = ["install", "--frozen-lockfile", "--reporter=append-only"];
    const result = await runCommand("npx", pnpmArguments(root, flags), options).catch((error) => {
      if (error?.code !== "ENOENT") throw error;
      throw new BootstrapError(
        "npx was not found: it comes with npm, which Headwater needs to install itself.",
      );
    });
    if (result.exitCode !== 0) throw new BootstrapError(installProblem(root, result));
    stampOf(root).write({ fingerprint: installFingerprint(root) });
  });
}

/** @param {string} root @param {import("./command.mjs").CommandResult} result */
function installProblem(root, { output, timedOut }) {
  return [
    endOf(output),
    "",
    timedOut
      ? "The installation did not finish in 20 minutes."
      : "The installation failed; its last lines are above.",
    output.includes("OUTDATED_LOCKFILE")
      ? `pnpm-lock.yaml does not match the package.json files: run "npx ${pinnedPnpm(root)} install" and commit the lockfile.`
      : "Check the network (a proxy? `npm ping`), the free disk space (1 GB is needed) and who owns this folder, then run the same command again.",
  ].join("\n");
}
