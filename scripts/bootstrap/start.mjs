import path from "node:path";
import { runForeground } from "./child.mjs";
import { prepare } from "./prepare.mjs";
import { runScript } from "./run-script.mjs";
import { bundledNode } from "./toolchain.mjs";

/** The service sets these itself when it has no channel to its parent (packages/server/src/allocator-settings.ts). */
const allocatorSettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * `npm start`: prepares the repository, then runs the service with the workbench under the bundled Node until they end.
 * @param {string[]} serveArguments passed on to `headwater serve`
 */
export const start = (serveArguments) =>
  runScript(async (context) => {
    await prepare(context, ["@headwater/server", "@headwater/workbench"]);
    const { root, env } = context;
    const service = path.join(root, "packages", "server", "dist", "main.mjs");
    return runForeground(bundledNode(root), [service, "serve", "--workbench", ...serveArguments], {
      cwd: root,
      env: { ...allocatorSettings, ...env },
      channel: true,
    });
  });
