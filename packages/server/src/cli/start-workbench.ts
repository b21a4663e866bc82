import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { OperatorError } from "../kernel/operator-error.ts";

export type Workbench = {
  address: string;
  /** Resolves with its exit code when its process has ended; null when a signal ended it. */
  ended: Promise<number | null>;
};

/** Where the workbench's program is: beside the service as a package of its own, which is optional. */
function programPath(): string {
  try {
    return fileURLToPath(import.meta.resolve("@headwater/workbench/main"));
  } catch (cause) {
    throw new OperatorError(
      "The workbench is not installed. Install @headwater/workbench beside @headwater/server, or start without --workbench.",
      { cause },
    );
  }
}

/**
 * Starts the workbench in a process of its own, in front of the service, and waits until it is ready. It ends when
 * `signal` is aborted, or with this process. Returns null when it was ended before it was ready. Throws OperatorError when
 * it can't start.
 */
export async function startWorkbench(
  service: { address: string; tokenPath: string },
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
  program: string = programPath(),
): Promise<Workbench | null> {
  const child = fork(program, {
    env: {
      ...(environment as NodeJS.ProcessEnv),
      NODE_ENV: "production",
      HEADWATER_URL: `${service.address}/sources`,
      // HEADWATER_TOKEN counts for a new data folder only. The file has the token that is valid.
      HEADWATER_TOKEN: "",
      HEADWATER_TOKEN_FILE: service.tokenPath,
      HEADWATER_STOP_ON_DISCONNECT: "1",
    },
    // Next.js prints its progress on standard output. Errors come on standard error.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const ended = once(child, "close").then(([exitCode]) => exitCode as number | null);
  const ready = once(child, "message").then(
    ([message]) => (message as { ready: { address: string } }).ready.address,
  );
  const address = await Promise.race([ready, ended.then(() => null)]);
  if (address !== null) return { address, ended };
  if (signal.aborted) return null;
  throw new OperatorError("The workbench did not start: the reason is above.");
}
