import type { Signals } from "../ports/signals.ts";
import type { BuildQueue } from "./build-queue.ts";
import { lanes } from "./lane.ts";

/** What those who add builds and delete sources need of the queue. */
export type QueueControl = Pick<BuildQueue, "wake" | "stopBuildsOf">;

/**
 * The queue of a process that runs no builds: it notifies the others. A message that is lost costs time: workers look
 * every few seconds, and find with their next heartbeat that a source is gone. Until then a build of it can write nothing.
 */
export const createQueueElsewhere = (signals: Signals): QueueControl => ({
  wake: (lane) => void signals.send("builds-wait", lane ?? "").catch(() => {}),
  stopBuildsOf: (fileId) => signals.send("stop-builds", fileId).catch(() => {}),
});

/** Lets other processes wake this one's queue, and stop its builds. */
export const hearFromElsewhere = (signals: Signals, queue: QueueControl): void => {
  signals.on("builds-wait", (text) => queue.wake(lanes.find((lane) => lane === text)));
  signals.on("stop-builds", (fileId) => void queue.stopBuildsOf(fileId));
  signals.onBack(() => queue.wake());
};
