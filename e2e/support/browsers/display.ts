import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

export type Display = { name: string; stop(): Promise<void> };

/** A display without a screen, for a browser that cannot run without one. */
export async function startDisplay(): Promise<Display> {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const number = once(child.stdio[3] as Readable, "data");
  const failed = exited.then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}.`)));
  failed.catch(() => {});
  const [text] = await Promise.race([number, failed]);
  return {
    name: `:${String(text).trim()}`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
