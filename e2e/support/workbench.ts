import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { foreignHost } from "./browser.ts";

/** `E2E_DEMO` names the folder of another copy of the demo, for example a separate build. */
const main = join(process.env.E2E_DEMO ?? join(import.meta.dirname, "../../apps/demo"), "server/main.ts");
const startTimeoutMs = 200_000;

/** What serves `/api/documents`: Next.js route handlers, or the Express proxy in front of the same pages. */
export const backends = ["next", "express"] as const;
export type Backend = (typeof backends)[number];

export type Workbench = {
  /** `http://127.0.0.1:port` */
  address: string;
  stop(): Promise<void>;
};

/** The built demo as a separate process on a free port. Throws its output when it does not become ready. */
export async function startWorkbench(options: {
  backend: Backend;
  serviceUrl: string;
  token: string;
}): Promise<Workbench> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      // Compiled code of the workbenches before it.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: "production",
      HEADWATER_DEMO_PORT: "0",
      HEADWATER_DEMO_BACKEND: options.backend,
      HEADWATER_DEMO_ALLOWED_HOSTS: foreignHost,
      HEADWATER_URL: options.serviceUrl,
      HEADWATER_TOKEN: options.token,
      // A test process that is killed leaves no workbench behind.
      HEADWATER_STOP_ON_DISCONNECT: "1",
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-8_192);
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await exited;
    clearTimeout(timer);
  };
  try {
    return { address: await addressOf(child, exited), stop };
  } catch (cause) {
    child.kill("SIGKILL");
    throw new Error(`The demo did not get ready: ${complaints || "it said nothing"}`, { cause });
  }
}

/** Waits for `{ ready: { address } }` on the channel. */
async function addressOf(child: ChildProcess, exited: Promise<unknown[]>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<string>((resolve) => {
    child.on("message", (message: { ready?: { address: string } }) => {
      if (message.ready) resolve(message.ready.address);
    });
  });
  const gone = exited.then(([code]) => Promise.reject(new Error(`It ended with ${code}`)));
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), startTimeoutMs);
  });
  try {
    return await Promise.race([ready, gone, late]);
  } finally {
    clearTimeout(timer);
    gone.catch(() => {});
  }
}
