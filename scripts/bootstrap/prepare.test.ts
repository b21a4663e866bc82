import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeIn } from "../testing/temporary-folder.ts";
import { prepare } from "./prepare.mjs";
import { stepProgress } from "./progress.mjs";

/**
 * A repository whose `npx` is our own script. It records its arguments and writes the files that an install and a build
 * would write. `fail-install` or `fail-build` beside it makes that step fail.
 */
function repository() {
  const root = temporaryFolder({
    "package.json": JSON.stringify({ packageManager: "pnpm@1.2.3" }),
    "pnpm-workspace.yaml": "packages:\n  - server\n",
    "pnpm-lock.yaml": "lock 1",
    "turbo.json": "{}",
    "server/package.json": JSON.stringify({ name: "server", scripts: { build: "tsdown" } }),
    "server/src/main.ts": "one",
    "tools/npx": `#!/bin/sh
echo "$@" >> npx.log
case "$*" in
  *install*)
    if [ -e fail-install ]; then echo "the registry is away"; exit 1; fi
    mkdir -p node_modules/node/bin && : > node_modules/node/bin/node ;;
  *build*)
    if [ -e fail-build ]; then echo "main.ts does not compile"; exit 1; fi
    mkdir -p server/dist && cp server/src/main.ts server/dist/main.mjs ;;
esac
`,
  });
  const said: string[] = [];
  const progress = stepProgress({ write: (text: string) => said.push(text) }, () => 0);
  const env = { PATH: [join(root, "tools"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter) };
  const context = { root, env, progress, abort: new AbortController().signal };
  /** The steps that ran since the last call. */
  const steps = () => {
    const log = join(root, "npx.log");
    const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
    rmSync(log, { force: true });
    return lines.map((line) => /install|build/.exec(line)?.[0] ?? line);
  };
  return { root, context, steps, said };
}

test("installs and builds once; then nothing, until something changes", async () => {
  const { root, context, steps } = repository();
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["install", "build"]);
  await prepare(context, ["server"]);
  expect(steps()).toEqual([]);

  writeIn(root, "server/src/main.ts", "two");
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["build"]);

  writeIn(root, "server/src/main.test.ts", "a test is not built");
  await prepare(context, ["server"]);
  expect(steps()).toEqual([]);

  writeIn(root, "pnpm-lock.yaml", "lock 2");
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["install", "build"]);
});

test("installs exactly what the lockfile says, with the pinned pnpm", async () => {
  const { root, context } = repository();
  await prepare(context, ["server"]);
  const [install] = readFileSync(join(root, "npx.log"), "utf8").split("\n");
  expect(install).toMatch(/--yes .*pnpm@1\.2\.3 install --frozen-lockfile/);
});

test("a deleted or altered output is built again, a deleted installation installed again", async () => {
  const { root, context, steps } = repository();
  await prepare(context, ["server"]);
  steps();
  writeIn(root, "server/dist/main.mjs", "altered");
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["build"]);
  rmSync(join(root, "server/dist"), { recursive: true });
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["build"]);
  rmSync(join(root, "node_modules"), { recursive: true });
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["install"]);
});

test("a failed install shows the end of its output and what to do, and is repeated", async () => {
  const { root, context, steps } = repository();
  const marker = writeIn(root, "fail-install", "");
  await expect(prepare(context, ["server"])).rejects.toThrow(/the registry is away[\s\S]*Check the network/);
  rmSync(marker);
  steps();
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["install", "build"]);
});

test("a failed build is reported and repeated; the install is not repeated", async () => {
  const { root, context, steps } = repository();
  const marker = writeIn(root, "fail-build", "");
  await expect(prepare(context, ["server"])).rejects.toThrow(/main\.ts does not compile/);
  rmSync(marker);
  steps();
  await prepare(context, ["server"]);
  expect(steps()).toEqual(["build"]);
});

test("two processes at once prepare only once", async () => {
  const { context, steps, said } = repository();
  await Promise.all([prepare(context, ["server"]), prepare(context, ["server"])]);
  expect(steps()).toEqual(["install", "build"]);
  expect(said.join("")).toContain("Another process is preparing this folder");
});

test("without npx it says what is missing", async () => {
  const { root, context } = repository();
  rmSync(join(root, "tools/npx"));
  const env = { PATH: join(root, "tools") };
  await expect(prepare({ ...context, env }, ["server"])).rejects.toThrow(/npx was not found/);
});

test("each slow step is one line", async () => {
  const { context, said } = repository();
  await prepare(context, ["server"]);
  expect(said.join("")).toBe(
    "Installing dependencies (first start, about a minute) … 0.0 s\nBuilding … 0.0 s\n",
  );
});
