import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { setFlagsFromString } from "node:v8";

// Before anything else is loaded: V8 doubles its space for young objects up to 32 MB and keeps it, and lets the buffers of
// a streaming upload wait there. Kept small, an idle service holds 50 MB less and a 100 MB upload adds 10 MB, not 55 (bench/memory.ts).
setFlagsFromString("--semi-space-growth-factor=1");

const [{ createProgram }, { runProgram }] = await Promise.all([
  import("./cli/program.ts"),
  import("./cli/run-program.ts"),
]);

/** The only place that reads the environment; what is set there wins over `.env` in the working directory. */
const fromFile = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
const environment = { ...fromFile, ...process.env };

process.exitCode = await runProgram(createProgram({ environment, stdout: process.stdout }), process.argv);
