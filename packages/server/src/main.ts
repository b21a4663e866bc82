import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** The only place that reads the environment; what is set there wins over `.env` in the working directory. */
const fromFile = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
const environment = { ...fromFile, ...process.env };

// LanceDB reads this once, when it is loaded; it would warn of conflicts that are retried and settled.
process.env.LANCEDB_LOG ??= "error";
const { createProgram } = await import("./cli/program.ts");
const { runProgram } = await import("./cli/run-program.ts");

process.exitCode = await runProgram(createProgram({ environment, stdout: process.stdout }), process.argv);
