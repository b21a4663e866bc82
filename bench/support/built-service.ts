import { existsSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createServiceCaller, type ServiceCaller } from "../../packages/server/testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../../packages/server/testing/service-process.ts";
import { modelEnvironment } from "./configured-models.ts";

const token = "benchmark-token-0123456789";

export type BuiltService = { process: ServiceProcess; caller: ServiceCaller; token: string };

/** The service as it is shipped: the built entry, not the sources. */
export function builtEntry(): string {
  const entry = join(
    dirname(createRequire(import.meta.url).resolve("@headwater/server/package.json")),
    "dist",
    "main.mjs",
  );
  if (!existsSync(entry))
    throw new Error(`${entry} is missing: build the server first (npm start does, and npm run bench)`);
  return entry;
}

/** An empty data folder during `run`. It is removed when `run` ends in any way, also by Ctrl-C. */
export async function withDataFolder<T>(run: (dataFolder: string) => Promise<T>): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-bench-"));
  const sweep = () => rmSync(dataFolder, { recursive: true, force: true });
  const interrupted = () => process.exit(130);
  process.once("exit", sweep);
  process.once("SIGINT", interrupted);
  process.once("SIGTERM", interrupted);
  try {
    return await run(dataFolder);
  } finally {
    process.off("exit", sweep);
    process.off("SIGINT", interrupted);
    process.off("SIGTERM", interrupted);
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** The built service as a child process over the data folder, during `run`, with the models that are set for this program. */
export async function withServiceOn<T>(
  dataFolder: string,
  environment: Record<string, string>,
  run: (service: BuiltService) => Promise<T>,
): Promise<T> {
  const process = await startServiceProcess({
    dataFolder,
    token,
    entry: builtEntry(),
    // With the encoder, as users have it, unless a benchmark says otherwise.
    environment: { HEADWATER_EMBEDDING_MODEL: "", ...modelEnvironment(), ...environment },
  });
  const killed = () => void process.kill();
  globalThis.process.once("exit", killed);
  let failed = true;
  try {
    const result = await run({ process, caller: createServiceCaller(process, token), token });
    failed = false;
    return result;
  } finally {
    globalThis.process.off("exit", killed);
    await process.stop();
    if (failed && process.complaints() !== "") console.error(`The service said:\n${process.complaints()}`);
  }
}

/** The built service over an empty data folder. */
export const withService = <T>(
  environment: Record<string, string>,
  run: (service: BuiltService) => Promise<T>,
): Promise<T> => withDataFolder((dataFolder) => withServiceOn(dataFolder, environment, run));
