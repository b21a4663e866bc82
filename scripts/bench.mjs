// npm run bench: the benchmarks of bench/; `npm run bench -- <part of a name>` for some of them.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runBenchmarks } = await import("./benchmarks/run-benchmarks.mjs");
await runBenchmarks(process.argv.slice(2));
