import type { BuildId } from "../../kernel/ids.ts";
import type { BuildEvents } from "../../ports/build-events.ts";

/** Build events within one process, in which both the waiters and the workers run. */
export function createInProcessBuildEvents(): BuildEvents {
  const waiters = new Map<BuildId, Set<() => void>>();
  return {
    announce(buildId) {
      for (const wake of waiters.get(buildId) ?? []) wake();
    },
    wait: (buildId, milliseconds, signal) =>
      new Promise((resolve) => {
        const ofBuild = waiters.get(buildId) ?? new Set();
        waiters.set(buildId, ofBuild);
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          ofBuild.delete(wake);
          if (ofBuild.size === 0) waiters.delete(buildId);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        signal.addEventListener("abort", wake, { once: true });
        ofBuild.add(wake);
        if (signal.aborted) wake();
      }),
  };
}
