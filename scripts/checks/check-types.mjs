// Checks the types of the whole repository. The compiler is TypeScript 7, which needs a third of the time of TypeScript 5.
// That one stays beside it for the tools that call it as a library.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../bootstrap/command.mjs";
import { repositoryRoot as root, stateFolder } from "../bootstrap/toolchain.mjs";

const timeoutMs = 10 * 60_000;

/** The slowest first. */
const projects = [
  "tsconfig.browser.json",
  "packages/server",
  "packages/reader",
  "apps/demo",
  "spec",
  "examples/next-minimal",
  "examples/vite-react",
  "scripts",
  // What the client loads everywhere must not need the types of Node.
  "packages/client/tsconfig.src.json",
];

/** What the compiler found in each project. With it the next check looks only at what has changed since. */
const found = path.join(stateFolder(root), "types");
mkdirSync(found, { recursive: true });

const compiler = path.join(root, "node_modules", "typescript7", "bin", "tsc");

/** @param {string} project */
const check = async (project) => {
  // More threads of one compiler repeat each other's work. Two projects side by side do not.
  const buildInfo = path.join(found, `${project.replaceAll(/[^a-z0-9]+/gi, "-")}.tsbuildinfo`);
  const options = [
    ...["--noEmit", "--incremental", "--tsBuildInfoFile", buildInfo],
    ...["--singleThreaded", "--project", project],
  ];
  const { exitCode, output } = await runCommand(process.execPath, [compiler, ...options], {
    ...{ cwd: root, env: process.env, timeoutMs },
  });
  if (exitCode === 0) return;
  console.log(output.trimEnd() || `The compiler ended with ${exitCode} in ${project}.`);
  process.exitCode = 1;
};

const waiting = projects.values();
const checkInTurn = async () => {
  for (const project of waiting) await check(project);
};
await Promise.all([checkInTurn(), checkInTurn()]);
