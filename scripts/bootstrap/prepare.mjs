import path from "node:path";
import { build, isBuiltAlready } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { takeLock } from "./lock.mjs";
import { stateFolder } from "./toolchain.mjs";

/**
 * @typedef {object} PrepareContext
 * @property {string} root the repository
 * @property {NodeJS.ProcessEnv} env
 * @property {import("./progress.mjs").Progress} progress
 * @property {AbortSignal} abort ends the preparation; the next start continues it
 */

/**
 * Installs and builds what is missing or out of date. In each clone one process at a time does this. When nothing is
 * missing it does nothing and takes no lock.
 * @param {PrepareContext} context
 * @param {readonly string[] | undefined} names packages to build; what they need is included. Undefined means everything
 */
export async function prepare(context, names) {
  const { root, progress, abort } = context;
  const isReady = () => isInstalled(root) && isBuiltAlready(root, names);
  if (isReady()) return;
  const release = await takeLock(path.join(stateFolder(root), "prepare.lock"), {
    abort,
    onWait: () => progress.note("Another process is preparing this folder; waiting for it …"),
  });
  try {
    if (!isInstalled(root)) await install(context);
    if (!isBuiltAlready(root, names)) await build(context, names);
  } finally {
    release();
  }
}
