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

/** Tests and prose never end up in what is built; what tools write beside the sources is no source. */
const isBuilt = (/** @type {string} */ file) =>
  !/(^test\/|\.test(-d)?\.tsx?$|\.md$|^next-env\.d\.ts$|\.tsbuildinfo$)/.test(file);

/** What a build keeps for the next one is no part of what it made. */
const isMade = (/** @type {string} */ file) => !file.startsWith("cache/");

/**
 * What each package was built from, and what came out, as hashes.
 * @param {string} root
 * @param {readonly string[] | undefined} names packages, with all they need; every package when undefined
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
 * Builds packages and what they need (or everything) through turbo, whose own cache does the rest.
 * @param {{ root: string, env: NodeJS.ProcessEnv, progress: import("./progress.mjs").Progress, abort: AbortSignal }} context
 * @param {readonly string[] | undefined} names
 */
export async function build({ root, env, progress, abort }, names) {
  await progress.step("Building", async () => {
    const stamp = stampOf(root);
    const kept = stamp.read();
    stamp.clear();
    // Taken before, so that an edit made while it builds is built by the next start.
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
