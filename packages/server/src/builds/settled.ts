import type { BuildId } from "../kernel/ids.ts";

/** Tells those who wait that a build of this process ended. */
export type SettledBuilds = {
  announce(buildId: BuildId): void;
  /** Resolves when the build ends, the time is up, or the signal aborts, whichever comes first. */
  wait(buildId: BuildId, milliseconds: number, signal: AbortSignal): Promise<void>;
};

export function createSettledBuilds(): SettledBuilds {
  const waiting = new Map<BuildId, Set<() => void>>();
  return {
    announce(buildId) {
      for (const wake of waiting.get(buildId) ?? []) wake();
    },
    wait: (buildId, milliseconds, signal) =>
      new Promise((resolve) => {
        const wakers = waiting.get(buildId) ?? new Set();
        waiting.set(buildId, wakers);
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          wakers.delete(wake);
          if (wakers.size === 0) waiting.delete(buildId);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        signal.addEventListener("abort", wake, { once: true });
        wakers.add(wake);
        if (signal.aborted) wake();
      }),
  };
}
