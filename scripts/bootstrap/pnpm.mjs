import { runForeground } from "./child.mjs";
import { runScript } from "./run-script.mjs";
import { pnpmArguments, toolEnvironment } from "./toolchain.mjs";

/** @param {string[]} commandArguments */
export const pnpm = (commandArguments) =>
  runScript(({ root, env }) =>
    runForeground("npx", pnpmArguments(root, commandArguments), {
      cwd: root,
      env: toolEnvironment(root, env),
    }),
  );
