import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BootstrapError } from "./bootstrap-error.mjs";

/** The repository of this script, whatever the working directory is. */
export const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of stamps, locks and reports; ignored by git, safe to delete. */
export const stateFolder = (/** @type {string} */ root) => path.join(root, ".headwater");

/** The Node of the `node` package. Every command after the install runs under it. */
export const bundledNodePath = (/** @type {string} */ root) =>
  path.join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * @param {string} root
 * @returns {string} path of the bundled Node
 */
export function bundledNode(root) {
  const node = bundledNodePath(root);
  if (existsSync(node)) return node;
  throw new BootstrapError(
    `The bundled Node is missing (${node}): delete node_modules and run the command again.`,
  );
}

/**
 * `pnpm@<exact version>` as package.json pins it.
 * @param {string} root
 */
export function pinnedPnpm(root) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  if (/^pnpm@\d+\.\d+\.\d+$/.test(packageManager ?? "")) return packageManager;
  throw new BootstrapError('package.json: "packageManager" must read pnpm@<exact version>.');
}

/**
 * Environment of every tool: the bundled Node is first on the path; no telemetry; npm prints no messages of its own.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} inherited
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(root, inherited) {
  const folders = [path.dirname(bundledNodePath(root)), path.join(root, "node_modules", ".bin")];
  return {
    ...inherited,
    PATH: [...folders, inherited.PATH].join(path.delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    npm_config_update_notifier: "false",
    npm_config_fund: "false",
    npm_config_audit: "false",
    npm_config_loglevel: "error",
  };
}

/**
 * Arguments for `npx` to run the pinned pnpm. After the first download npx uses its cache, without the network.
 * Turbo finds pnpm on the path only when pnpm started turbo.
 * @param {string} root
 * @param {string[]} commandArguments
 */
export const pnpmArguments = (root, commandArguments) => [
  "--yes",
  "--prefer-offline",
  pinnedPnpm(root),
  ...commandArguments,
];
