import type { Timer } from "../kernel/timer.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { Signals } from "../ports/signals.ts";
import type { BuildStore } from "./build-store.ts";

/** How often it is looked whether builds have ended of which no message came, in ms. */
const lookEveryMs = 5_000;

/** Build events between the processes of a fleet: `local` wakes those who wait here. */
export function createSharedBuildEvents({
  builds,
  signals,
  local,
  timer,
}: {
  builds: Pick<BuildStore, "endedOf">;
  signals: Signals;
  local: BuildEvents;
  timer: Timer;
}): BuildEvents & { close(): void } {
  /** How many wait for each build. */
  const waiting = new Map<string, number>();
  // While the database is down, those who wait go on waiting.
  const look = () =>
    void builds.endedOf([...waiting.keys()]).then(
      (ended) => ended.forEach(local.announce),
      () => {},
    );
  signals.on("build-ended", local.announce);
  signals.onBack(look);
  const close = timer.every(lookEveryMs, () => {
    if (waiting.size > 0) look();
  });
  return {
    announce(buildId) {
      local.announce(buildId);
      // Those who miss it look for themselves.
      signals.send("build-ended", buildId).catch(() => {});
    },
    async wait(buildId, milliseconds, signal) {
      waiting.set(buildId, (waiting.get(buildId) ?? 0) + 1);
      try {
        await local.wait(buildId, milliseconds, signal);
      } finally {
        const left = (waiting.get(buildId) ?? 1) - 1;
        if (left > 0) waiting.set(buildId, left);
        else waiting.delete(buildId);
      }
    },
    close,
  };
}
