import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { setFlagsFromString } from "node:v8";
import { applyAllocatorSettings } from "./allocator-settings.ts";

// Before anything is loaded: the program starts over. Commands that end soon don't need it.
if (process.argv[2] === "serve") applyAllocatorSettings(process.env);

/** The only place that reads the environment; what is set there wins over `.env` in the working directory. */
const fromFile = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
const environment = { ...fromFile, ...process.env };

// The young generation stays small: it would grow by 48 MB while an upload streams through, and never shrink. The rest
// is loaded after that, so that loading does not grow it either. `npm run bench -- memory` shows the difference.
setFlagsFromString("--semi-space-growth-factor=1");
const { createProgram } = await import("./cli/program.ts");
const { runProgram } = await import("./cli/run-program.ts");

process.exitCode = await runProgram(createProgram({ environment, stdout: process.stdout }), process.argv);
