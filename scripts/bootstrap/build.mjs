import { existsSync } from "node:fs";
import path from "node:path";
import { BootstrapError } from "./bootstrap-error.mjs";
import { endOf, runCommand } from "./command.mjs";
import { filesBelow, fingerprintOf } from "./fingerprint.mjs";
import { installFingerprint } from "./install.mjs";
import { stampFile } from "./stamp.mjs";
import { pnpmArguments, stateFolder, toolEnvironment } from "./toolchain.mjs";
import { closureOf, workspacePackages } from "./workspace.mjs";

const buildTimeoutMs = 10 * 60_000;
const sharedFiles = ["turbo.json", "tsconfig.base.json"];
const stampOf = (/** @type {string} */ root) => stampFile(stateFolder(root), "build");

/** Tests, what they share, prose and the files that tools write beside the sources do not change a build. */
const isBuilt = (/** @type {string} */ file) =>
  !/(^test(ing)?\/|\.test(-d)?\.tsx?$|\.md$|^next-env\.d\.ts$|\.tsbuildinfo$)/.test(file);

/** The cache that a build keeps for the next one is not part of its output. */
const isMade = (/** @type {string} */ file) => !file.startsWith("cache/");

/**
 * Hashes of the sources and of the output of each package.
 * @param {string} root
 * @param {readonly string[] | undefined} names packages; what they need is included. Undefined means every package
 * @returns {Record<string, { sources: string, output: string }>}
 */
export function buildFingerprints(root, names) {
  const shared = installFingerprint(root) + fingerprintOf(root, sharedFiles);
  const built = closureOf(workspacePackages(root), names).filter(({ builds }) => builds);
  return Object.fromEntries(
    built.map(({ name, folder }) => {
      const inside = path.join(root, folder);
      const output = path.join(inside, "dist");
      return [
        name,
        {
          sources: fingerprintOf(inside, filesBelow(inside, isBuilt), shared),
          output: fingerprintOf(output, filesBelow(output, isMade)),
        },
      ];
    }),
  );
}

/** @param {string} root @param {readonly string[] | undefined} names */
export function isBuiltAlready(root, names) {
  const stamp = /** @type {Record<string, { sources?: string, output?: string }>} */ (stampOf(root).read());
  return Object.entries(buildFingerprints(root, names)).every(
    ([each, { sources, output }]) => stamp[each]?.sources === sources && stamp[each]?.output === output,
  );
}

/**
 * Builds packages and what they need (or everything) with turbo, which has its own cache.
 * @param {{ root: string, env: NodeJS.ProcessEnv, progress: import("./progress.mjs").Progress, abort: AbortSignal }} context
 * @param {readonly string[] | undefined} names
 */
export async function build({ root, env, progress, abort }, names) {
  await progress.step("Building", async () => {
    const stamp = stampOf(root);
    const kept = stamp.read();
    stamp.clear();
    // Compute this before the build, so that the next start builds edits that were made meanwhile.
    const before = buildFingerprints(root, names);
    const filter = (names ?? []).map((name) => `--filter=${name}`);
    const flags = [
      "exec",
      "turbo",
      "run",
      "build",
      ...filter,
      "--output-logs=errors-only",
      "--ui=stream",
      "--no-color",
    ];
    const options = { cwd: root, env: toolEnvironment(root, env), timeoutMs: buildTimeoutMs, abort };
    const result = await runCommand("npx", pnpmArguments(root, flags), options);
    if (result.exitCode !== 0) {
      const reason = result.timedOut
        ? "The build did not finish in 10 minutes."
        : "The build failed; its last lines are above.";
      throw new BootstrapError(`${endOf(result.output, 60)}\n\n${reason}`);
    }
    const after = buildFingerprints(root, names);
    for (const { name: each, folder } of workspacePackages(root)) {
      if (after[each] !== undefined && !existsSync(path.join(root, folder, "dist"))) {
        throw new BootstrapError(`The build of ${each} left no ${folder}/dist: see its build script.`);
      }
    }
    const made = Object.keys(before).map((each) => [
      each,
      { sources: before[each]?.sources, output: after[each]?.output },
    ]);
    stamp.write({ ...kept, ...Object.fromEntries(made) });
  });
}
