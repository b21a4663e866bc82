import { runForeground } from "./child.mjs";

/** The service sets these itself when it has no channel to its parent (packages/server/src/allocator-settings.ts). */
const allocatorSettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * @typedef {object} ServiceAndWorkbench
 * @property {string} root
 * @property {NodeJS.ProcessEnv} env
 * @property {string} node the Node that runs both
 * @property {string[]} service arguments that start the service
 * @property {string[]} workbench arguments that start the demo
 * @property {(text: string) => void} write prints
 */

/**
 * Runs the service and, as soon as it is ready, the demo. Each sends its address over its channel as `{ ready: … }`. The
 * demo's address is printed first, and the service's output after it. When one of them ends, the other is ended too.
 * @param {ServiceAndWorkbench} options
 * @returns {Promise<number>} the exit code of the one that ended first
 */
export async function runServiceAndWorkbench({ root, env, node, service, workbench, write }) {
  const ended = new AbortController();
  /** @type {string[] | undefined} */
  let held = [];
  const release = (/** @type {string} */ first) => {
    const waiting = held ?? [];
    held = undefined;
    for (const text of [first, ...waiting]) write(text);
  };
  /** @type {Promise<number> | undefined} */
  let besides;
  const startWorkbench = (/** @type {{ address: string, tokenPath: string }} */ { address, tokenPath }) => {
    besides = runForeground(node, workbench, {
      cwd: root,
      // HEADWATER_TOKEN applies only to a new data folder. The file contains the token that is valid.
      env: {
        ...env,
        HEADWATER_URL: `${address}/sources`,
        HEADWATER_TOKEN: "",
        HEADWATER_TOKEN_FILE: tokenPath,
      },
      channel: true,
      stop: ended.signal,
      // Next.js prints its progress on standard output. Errors come on standard error.
      onOutput: () => {},
      onMessage: (message) => {
        const ready = readyOf(message);
        if (ready && held) release(`The workbench is at ${ready.address}\n\n`);
      },
    }).finally(() => ended.abort());
  };
  const exitCode = await runForeground(node, service, {
    cwd: root,
    env: { ...allocatorSettings, ...env },
    channel: true,
    stop: ended.signal,
    onMessage: (message) => {
      const ready = readyOf(message);
      if (ready && !besides) startWorkbench(ready);
    },
    onOutput: (text) => (held ? held.push(text) : write(text)),
  }).finally(() => ended.abort());
  const workbenchExitCode = await besides;
  return exitCode || (workbenchExitCode ?? 0);
}

/** @param {unknown} message @returns {{ address: string, tokenPath: string } | undefined} */
const readyOf = (message) => /** @type {any} */ (message)?.ready;
