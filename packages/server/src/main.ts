import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { createProgram } from "./cli/program.ts";
import { runProgram } from "./cli/run-program.ts";

/** The only place that reads the environment; what is set there wins over `.env` in the working directory. */
const fromFile = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
const environment = { ...fromFile, ...process.env };

process.exitCode = await runProgram(createProgram({ environment, stdout: process.stdout }), process.argv);
