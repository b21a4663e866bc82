import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { cleanEnvironment, serverEntry } from "./service-process.ts";

export type CommandResult = { code: number | null; stdout: string; stderr: string };

/** Runs a command of the command line in its own process on a data folder. */
export const runCommand = (
  args: string[],
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<CommandResult> => run([process.execPath, serverEntry, ...args], dataFolder, environment);

/** The same with the data folder on a disk that can't be written, by means of bubblewrap. */
export const runReadOnly = (args: string[], dataFolder: string): Promise<CommandResult> => {
  const mounts = ["--dev-bind", "/", "/", "--ro-bind", dataFolder, dataFolder];
  return run(["bwrap", ...mounts, process.execPath, serverEntry, ...args], dataFolder, {});
};

async function run(
  [program = "", ...args]: string[],
  dataFolder: string,
  environment: Record<string, string>,
): Promise<CommandResult> {
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(), HEADWATER_DATA: dataFolder, HEADWATER_PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 100_000,
  });
  const exited = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exited;
  return { code: code as number | null, stdout, stderr };
}
