import type { Timer } from "../kernel/timer.ts";
import { applyRetention, type Removed, type RetentionDeps } from "./apply-retention.ts";

/** How often it is looked for what is too old. */
const everyMs = 3_600_000;

/**
 * Removes what is too old now, and once an hour, as long as this process may: the one that has the
 * lease of the fleet's common work, while the store is not being moved. Answers how to end it.
 */
export function startRetention(
  deps: RetentionDeps & {
    timer: Timer;
    mayWork: () => boolean;
    onRemoved: (removed: Removed) => void;
    onFault: (error: unknown) => void;
  },
): () => Promise<void> {
  let isClosed = false;
  let working = Promise.resolve();
  const work = async () => {
    if (isClosed || !deps.mayWork()) return;
    const removed = await applyRetention(deps, () => !isClosed && deps.mayWork());
    if (Object.values(removed).some((count) => count > 0)) deps.onRemoved(removed);
  };
  // One after the other.
  const begin = () => {
    working = working.then(work).catch(deps.onFault);
  };
  const stop = deps.timer.every(everyMs, begin);
  begin();
  return async () => {
    isClosed = true;
    stop();
    await working;
  };
}
