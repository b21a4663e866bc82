import path from "node:path";
import { prepare } from "./prepare.mjs";
import { runScript } from "./run-script.mjs";
import { runServiceAndWorkbench } from "./service-and-workbench.mjs";
import { bundledNode } from "./toolchain.mjs";

/**
 * `npm start`: prepares the repository, then runs the service and the workbench under the bundled Node until they end.
 * @param {string[]} serveArguments passed on to `headwater serve`
 */
export const start = (serveArguments) =>
  runScript(async (context) => {
    await prepare(context, ["@headwater/server", "@headwater/demo"]);
    const { root, env } = context;
    return runServiceAndWorkbench({
      root,
      env,
      node: bundledNode(root),
      service: [path.join(root, "packages", "server", "dist", "main.mjs"), "serve", ...serveArguments],
      workbench: [path.join(root, "apps", "demo", "server", "main.ts")],
      write: (text) => process.stdout.write(text),
    });
  });
