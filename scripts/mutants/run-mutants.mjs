import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BootstrapError } from "../bootstrap/bootstrap-error.mjs";
import { runForeground } from "../bootstrap/child.mjs";
import { prepare } from "../bootstrap/prepare.mjs";
import { runScript } from "../bootstrap/run-script.mjs";
import { bundledNode, stateFolder, toolEnvironment } from "../bootstrap/toolchain.mjs";

const roomTimeoutMs = 90 * 60_000;
/** Percentage of mutants that tests must notice. */
const minScore = 85;

/** The rooms whose rules decide what a user is answered, shown and charged with. */
const rooms = {
  graph: ["packages/server/src/flows/graph/**/*.ts"],
  runs: ["packages/server/src/flows/run/run*.ts"],
  verify: ["packages/server/src/answering/verify/**/*.ts"],
  scope: ["packages/proxy-core/src/scope/**/*.ts"],
  acquire: ["packages/server/src/sources/acquire/**/*.ts"],
  builds: ["packages/server/src/builds/**/*.ts"],
};

/**
 * Runs the mutants of each room, one after the other. A room fails when its tests notice less than `minScore` percent.
 * @param {string[]} names of rooms; all when empty
 */
export const runMutants = (names) =>
  runScript(async (context) => {
    const { root, env, abort } = context;
    const chosen = Object.entries(rooms).filter(([room]) => names.length === 0 || names.includes(room));
    if (chosen.length === 0)
      throw new BootstrapError(
        `No room is called ${names.join(" or ")}. There are ${Object.keys(rooms).join(", ")}.`,
      );
    await prepare(context, undefined);
    let failed = 0;
    for (const [room, sources] of chosen) {
      const config = writeConfig(root, room, sources);
      console.log(`\n# ${room}`);
      const tool = path.join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
      const options = { cwd: root, env: toolEnvironment(root, env), timeoutMs: roomTimeoutMs };
      if ((await runForeground(bundledNode(root), [tool, "run", config], options)) !== 0) failed += 1;
      abort.throwIfAborted();
    }
    return failed > 0 ? 1 : 0;
  });

/**
 * @param {string} root
 * @param {string} room
 * @param {string[]} sources
 */
function writeConfig(root, room, sources) {
  const folder = path.join(stateFolder(root), "mutants");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${room}.json`);
  const config = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    packageManager: "npm",
    mutate: [...sources, "!**/*.test.ts"],
    ignorePatterns: [
      "**/dist",
      "**/.next",
      "/.headwater",
      "**/.turbo",
      "/docs",
      "/bench",
      "/apps",
      "/e2e",
      "/examples",
    ],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: true },
    reporters: ["clear-text", "json"],
    clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
    jsonReporter: { fileName: path.join(folder, `${room}.report.json`) },
    tempDirName: path.join(".headwater", "mutants", "sandbox"),
    timeoutMS: 10_000,
    ignoreStatic: true,
    thresholds: { high: 95, low: minScore, break: minScore },
  };
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}
