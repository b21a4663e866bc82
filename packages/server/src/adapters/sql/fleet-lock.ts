import { setTimeout as after } from "node:timers/promises";
import type { ContentLock } from "../../ports/content-lock.ts";
import type { FleetSession } from "./fleet-session.ts";

/** Between two tries to get a lock that another process has, in ms: the first pause, and the longest. */
const [firstPauseMs, maxPauseMs] = [10, 200];

/**
 * A lock for all processes of a fleet. Those of this process queue at `local`, and the first of them tries until other
 * processes let it in. When the session breaks, another process may enter before a task has ended.
 */
export const createFleetLock = (
  session: Pick<FleetSession, "tryLock" | "unlock">,
  local: ContentLock,
): ContentLock => {
  return (key, task) =>
    local(key, async () => {
      for (let pause = firstPauseMs; !(await session.tryLock(key)); pause = Math.min(maxPauseMs, pause * 2))
        await after(pause);
      try {
        return await task();
      } finally {
        await session.unlock(key);
      }
    });
};
