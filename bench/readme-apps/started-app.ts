import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const startTimeoutMs = 60_000;

export type StartedApp = { origin: string; stop(): Promise<void> };

/** That of a user's terminal: with the NODE_ENV of a test, React and others are built as for development. */
export const ownEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: undefined,
  NEXT_TELEMETRY_DISABLED: "1",
});

/** Starts a program that listens on `PORT`, or on a port that its parameters name, and waits until it answers there. */
export async function startApp(
  folder: string,
  program: string,
  parameters: string[],
  environment: Record<string, string>,
  port?: number,
): Promise<StartedApp> {
  port ??= await freePort();
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...ownEnvironment(), ...environment, PORT: String(port) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "close");
  };
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + startTimeoutMs;
  while (!(await answers(origin))) {
    if (child.exitCode !== null)
      throw new Error(`${program} ${parameters.join(" ")} ended with ${child.exitCode}`);
    if (Date.now() > until) {
      await stop();
      throw new Error(`${program} ${parameters.join(" ")} did not answer within ${startTimeoutMs / 1000} s`);
    }
    await pause(100);
  }
  return { origin, stop };
}

/** Whether anything answers, be it a 404. */
const answers = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  );

/** The READMEs' programs take a port and do not print which one they got. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
