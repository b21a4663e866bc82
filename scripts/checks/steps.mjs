import path from "node:path";
import { bundledNode, pnpmArguments } from "../bootstrap/toolchain.mjs";

/**
 * @typedef {object} CheckStep
 * @property {string} title
 * @property {string} command
 * @property {string[]} arguments
 * @property {string} remedy what to do when it fails
 * @property {boolean} [usesTurbo] runs of turbo come one after the other, beside the other steps
 */

/**
 * All steps of `npm run check` in their order. Turbo caches some.
 * @param {string} root
 * @returns {CheckStep[]}
 */
export function checkSteps(root) {
  const tool = (/** @type {string} */ name) => path.join(root, "node_modules", ".bin", name);
  const turbo = (/** @type {string} */ task) => ({
    usesTurbo: true,
    command: "npx",
    arguments: pnpmArguments(root, [
      // Everything is built. `--only`, so that turbo writes no file of `dist`, which tests may be reading.
      ...["exec", "turbo", "run", task, "--only", "--continue=always"],
      ...["--output-logs=errors-only", "--log-order=grouped", "--ui=stream"],
    ]),
  });
  return [
    {
      title: "format and lint",
      command: tool("biome"),
      arguments: ["check", "--error-on-warnings", "--diagnostic-level=warn", "--max-diagnostics=200"],
      remedy: "`npm run format` repairs what can be repaired by a tool.",
    },
    {
      title: "generated code in sync with the spec",
      ...turbo("generate:check"),
      remedy: "`npm run generate`, then commit the result.",
    },
    {
      title: "unused files, exports and dependencies",
      command: bundledNode(root),
      arguments: [path.join(root, "node_modules", "knip", "bin", "knip.js"), "--no-progress"],
      remedy: "Delete what nothing uses; knip.json names the entry files.",
    },
    {
      title: "who imports whom",
      command: tool("depcruise"),
      arguments: [
        ...["--config", path.join("scripts", "checks", "import-rules.mjs")],
        ...["--output-type", "err-long", "spec/src", "packages/*/src", "apps", "e2e", "bench"],
      ],
      remedy: "scripts/checks/import-rules.mjs says which way the arrows go, and why.",
    },
    {
      title: "licences of what users install",
      command: bundledNode(root),
      arguments: [path.join(root, "scripts", "checks", "licences.mjs")],
      remedy:
        "Take another package, or add the licence to scripts/checks/unexpected-licences.mjs with its reason.",
    },
    {
      title: "types",
      command: bundledNode(root),
      arguments: [path.join(root, "scripts", "checks", "check-types.mjs")],
      remedy: "The lines above name file, line and reason.",
    },
    {
      title: "published packages",
      ...turbo("test:package"),
      remedy: "See the package.json of the package named above.",
    },
    {
      title: "size of what browsers load",
      ...turbo("size"),
      remedy:
        "Make it smaller: the limits stand in the package.json of the package named above and in its README.",
    },
  ];
}
