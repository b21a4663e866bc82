import path from "node:path";
import { runForeground } from "./child.mjs";
import { prepare } from "./prepare.mjs";
import { runScript } from "./run-script.mjs";
import { bundledNode } from "./toolchain.mjs";

/** The command line of the service, built by the `@headwater/server` package. */
const headwater = path.join("packages", "server", "dist", "main.mjs");

/**
 * `npm start`: prepares the repository and runs the service until it ends, under the bundled Node.
 * @param {string[]} serveArguments passed on to `headwater serve`
 */
export const start = (serveArguments) =>
  runScript(async (context) => {
    await prepare(context, "@headwater/server");
    const { root, env } = context;
    const commandArguments = [path.join(root, headwater), "serve", ...serveArguments];
    return runForeground(bundledNode(root), commandArguments, { cwd: root, env, channel: true });
  });
