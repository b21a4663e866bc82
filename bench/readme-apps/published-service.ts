import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const startTimeoutMs = 240_000;

export type PublishedService = {
  workbench: string;
  /** `HEADWATER_URL` and `HEADWATER_TOKEN` for applications. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** Installs and starts the service with its workbench by the README's line, in an empty folder. */
export async function startPublishedService(
  folder: string,
  registry: Record<string, string>,
): Promise<PublishedService> {
  const child = spawn("npx", ["--yes", "@headwater/server", "serve", "--workbench"], {
    cwd: folder,
    env: { ...process.env, ...registry, HEADWATER_PORT: "0", HEADWATER_DEMO_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    // npx starts the service by a shell, which passes no signals on.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  let printed = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("Ctrl-C")) resolve();
    });
  });
  const failed = ended.then(() => Promise.reject(new Error(`It ended early:\n${printed}`)));
  const late = AbortSignal.timeout(startTimeoutMs);
  const tooLate = new Promise<never>((_, reject) =>
    late.addEventListener("abort", () => reject(new Error(`It was not ready in time:\n${printed}`))),
  );
  try {
    await Promise.race([ready, failed, tooLate]);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    failed.catch(() => {});
  }
  const workbench = /^The workbench is at (\S+)/.exec(printed)?.[1];
  const service = /ready at (\S+)/.exec(printed)?.[1];
  if (!workbench || !service) throw new Error(`It printed no addresses:\n${printed}`);
  const token = (await readFile(join(folder, "data/token"), "utf8")).trim();
  if (printed.includes(token)) throw new Error("It printed the token into a file");
  return {
    workbench,
    environment: { HEADWATER_URL: `${service}/sources`, HEADWATER_TOKEN: token },
    stop,
  };
}
