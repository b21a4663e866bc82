import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { basename } from "node:path";

/**
 * Lets the other threads of this process go first where too few cores are free, by so many steps of `nice`. With more
 * threads than cores the one that answers HTTP otherwise waits for the processor several times as long as it works.
 * On Linux only: elsewhere a priority belongs to a whole process.
 */
export function lowerThreadPriority(steps: number): void {
  if (process.platform !== "linux") return;
  const threadId = idOfThisThread();
  if (threadId === null) return;
  setPriority(threadId, Math.min(constants.priority.PRIORITY_LOW, getPriority(threadId) + steps));
}

/** Null in a sandbox without `/proc`. */
function idOfThisThread(): number | null {
  try {
    return Number(basename(readlinkSync("/proc/thread-self")));
  } catch {
    return null;
  }
}
