import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type RunningExample = { origin: string; stop(): Promise<void> };

export type Environment = Record<string, string>;

export const folderOf = (example: string) => fileURLToPath(new URL(`../${example}`, import.meta.url));

/** Starts a script of an example with Node, and waits until it prints its address. */
export async function startExample(
  example: string,
  parameters: string[],
  environment: Environment,
): Promise<RunningExample> {
  const { child, printed } = run(example, parameters, { PORT: "0", ...environment });
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const [, address] = /(http:\/\/(?:127\.0\.0\.1|localhost):[1-9]\d*)/.exec(printed()) ?? [];
      if (address) resolve(address);
    });
    child.once("close", (code) => reject(new Error(`${example} ended with ${code}:\n${printed()}`)));
  });
  return {
    origin,
    async stop() {
      if (child.exitCode !== null) return;
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** Runs a script of an example to its end. */
export async function runExample(
  example: string,
  parameters: string[],
  environment: Environment = {},
): Promise<{ code: number | null; printed: string }> {
  const { child, printed } = run(example, parameters, environment);
  const [code] = await once(child, "close");
  return { code, printed: printed() };
}

export const binaryOf = (example: string, path: string) => join(folderOf(example), "node_modules", path);

function run(example: string, parameters: string[], environment: Environment) {
  // The example must not see the settings of the test's own process.
  const { NODE_ENV: _, VITEST: __, HEADWATER_URL: ___, HEADWATER_TOKEN: ____, ...inherited } = process.env;
  const child = spawn(process.execPath, parameters, {
    cwd: folderOf(example),
    env: { ...(inherited as NodeJS.ProcessEnv), NEXT_TELEMETRY_DISABLED: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      printed += piece.toString();
    });
  return { child, printed: () => printed };
}
