import { once } from "node:events";
import { constants, getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

const lowering = new URL("./lower-priority.ts", import.meta.url).href;

/** A thread that lowers its priority, and tells what it is then. */
const startThread = (steps: number) =>
  new Worker(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { readlinkSync } from "node:fs";
        import { getPriority } from "node:os";
        import { basename } from "node:path";
        import { parentPort } from "node:worker_threads";
        import { lowerThreadPriority } from ${JSON.stringify(lowering)};
        lowerThreadPriority(${steps});
        parentPort.postMessage(getPriority(Number(basename(readlinkSync("/proc/thread-self")))));
      `)}`,
    ),
  );

it.runIf(process.platform === "linux").each([
  ["by the steps asked for", 3, 3],
  ["to the lowest there is at the most", 100, constants.priority.PRIORITY_LOW],
])("lowers the priority of its own thread only, %s", async (_, steps, expected) => {
  const before = getPriority();
  const [priority] = await once(startThread(steps), "message");
  expect(priority).toBe(Math.min(constants.priority.PRIORITY_LOW, before + expected));
  expect(getPriority()).toBe(before);
});
