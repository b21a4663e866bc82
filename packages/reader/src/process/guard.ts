import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { type GuardOrders, guardExit } from "./guard-orders.ts";

/**
 * The entry of a small process that is between us and a program. It ends the program, and all that the program has
 * started, when the time is over or when its own standard input closes. That input is a pipe from us: it closes when we
 * stop the program, and also when our thread is terminated or our process is killed, where no code of ours runs any more.
 */
const [orders = "{}", command = "", ...parameters] = process.argv.slice(2);
const { limitMs, passesFile, removes } = JSON.parse(orders) as GuardOrders;

const child = spawn(command, parameters, {
  stdio: ["ignore", "inherit", "inherit", ...(passesFile ? [3] : [])],
  // A group of its own, so that it can be ended together with what it starts.
  detached: true,
});

const leave = (code: number): never => {
  endGroup();
  if (removes !== undefined) rmSync(removes, { recursive: true, force: true });
  process.exit(code);
};

function endGroup(): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}

// Ctrl-C in a terminal reaches the guard too. We decide what it means, and closing the pipe says so.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
setTimeout(() => leave(guardExit.tooSlow), limitMs);
process.stdin.resume().on("close", () => leave(guardExit.stopped));
child.on("error", () => leave(guardExit.notStarted));
child.on("exit", (code) => leave(code ?? guardExit.crashed));
