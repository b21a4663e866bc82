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

/** Claims of keys, each by one process at a time, see `Processes.claim`. Those of a process end with its session. */
export const createClaims = (
  session: Pick<FleetSession, "tryLock" | "unlock" | "onBack">,
): ((key: string) => Promise<(() => void) | null>) => {
  const claimed = new Set<string>();
  // Sooner than another process looks whose they are.
  session.onBack(() => {
    for (const key of claimed) session.tryLock(key).catch(() => {});
  });
  return async (key) => {
    if (claimed.has(key)) return null;
    claimed.add(key);
    const isOurs = await session.tryLock(key).catch((error: unknown) => {
      claimed.delete(key);
      throw error;
    });
    if (isOurs)
      return () => {
        if (claimed.delete(key)) void session.unlock(key);
      };
    claimed.delete(key);
    return null;
  };
};
