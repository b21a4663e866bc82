// `npm run test:upgrade`: see CONTRIBUTING.md.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runUpgrade } from "./run-upgrade.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, calls: { type: "string", default: "150" } },
});
const [checkout] = positionals;
const from = checkout && join(resolve(checkout), "packages/server/dist/main.mjs");
if (from && !existsSync(from)) throw new Error(`${from} is missing: run 'npm run build' in that checkout`);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const calls = Number(values.calls);
if (![seed, calls].every(Number.isInteger)) throw new RangeError("--calls and --seed take whole numbers");
const started = performance.now();
const note = (line: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
const run = await runUpgrade({ ...(from && { from }), processes: 2, calls, seed, note });
for (const fault of run.faults) console.log(`✗ ${fault}`);
console.log(`${run.calls} calls, ${run.faults.length} faults`);
process.exitCode = run.faults.length > 0 ? 1 : 0;
