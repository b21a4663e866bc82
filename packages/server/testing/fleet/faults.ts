// `npm run test:fleet`: see CONTRIBUTING.md.
import { parseArgs } from "node:util";
import { hasSearch } from "../search-cluster.ts";
import { runFleet } from "./run-fleet.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "40" },
    minutes: { type: "string", default: "60" },
    seed: { type: "string" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const [kills, minutes] = [Number(values.kills), Number(values.minutes)];
if (![kills, minutes, seed].every((number) => Number.isInteger(number) && number >= 0))
  throw new RangeError("--kills, --minutes and --seed take whole numbers");
const started = performance.now();
const note = (line: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
console.log(`--seed ${seed} repeats these moments`);
const { faults, calls } = await runFleet({ kills, minutes, seed, search: hasSearch, note });
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(`${calls} calls, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
