import { readdirSync } from "node:fs";
import path from "node:path";
import { BootstrapError } from "../bootstrap/bootstrap-error.mjs";
import { runForeground } from "../bootstrap/child.mjs";
import { prepare } from "../bootstrap/prepare.mjs";
import { runScript } from "../bootstrap/run-script.mjs";
import { bundledNode, toolEnvironment } from "../bootstrap/toolchain.mjs";

const benchmarkTimeoutMs = 60 * 60_000;

/**
 * The benchmarks among the files of `bench/`: one file, one table.
 * @param {string[]} files
 * @param {string[]} filters parts of names; all when empty
 */
export const benchmarksOf = (files, filters) =>
  files
    .filter((file) => /\.ts$/.test(file) && !/\.(test|config|d)\.ts$/.test(file))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort();

/**
 * Runs the benchmarks one after the other, so that none disturbs another. After a failure the others still run.
 * @param {string[]} filters
 */
export const runBenchmarks = (filters) =>
  runScript(async (context) => {
    const { root, env, abort } = context;
    const folder = path.join(root, "bench");
    const benchmarks = benchmarksOf(readdirSync(folder), filters);
    if (benchmarks.length === 0) {
      throw new BootstrapError(`No benchmark in bench/ has a name with "${filters.join('" or "')}" in it.`);
    }
    await prepare(context, undefined);
    let failed = 0;
    for (const file of benchmarks) {
      console.log(`\n# ${file.replace(/\.ts$/, "")}`);
      const options = { cwd: folder, env: toolEnvironment(root, env), timeoutMs: benchmarkTimeoutMs };
      if ((await runForeground(bundledNode(root), [path.join(folder, file)], options)) !== 0) failed += 1;
      abort.throwIfAborted();
    }
    return failed > 0 ? 1 : 0;
  });
