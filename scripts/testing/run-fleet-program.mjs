import path from "node:path";
import { runForeground } from "../bootstrap/child.mjs";
import { prepare } from "../bootstrap/prepare.mjs";
import { runScript } from "../bootstrap/run-script.mjs";
import { bundledNode, toolEnvironment } from "../bootstrap/toolchain.mjs";

/** For some hundred kills on a slow machine. */
const timeoutMs = 90 * 60_000;

/**
 * Runs a program of `testing/fleet` against the build that was just made.
 * @param {string} name
 * @param {string[]} args
 */
export const runFleetProgram = (name, args) =>
  runScript(async (context) => {
    const { root, env } = context;
    await prepare(context, undefined);
    const program = path.join(root, "packages", "server", "testing", "fleet", name);
    const options = { cwd: root, env: { ...toolEnvironment(root, env), TEST_BUILT: "1" }, timeoutMs };
    return runForeground(bundledNode(root), [program, ...args], options);
  });
