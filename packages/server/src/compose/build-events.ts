import { createInProcessBuildEvents } from "../adapters/memory/in-process-build-events.ts";
import { createSharedBuildEvents } from "../builds/shared-build-events.ts";
import type { Timer } from "../kernel/timer.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { Closing } from "./closing.ts";
import type { Processes } from "./processes.ts";
import type { OpenStores } from "./stores.ts";

/** The ends of builds: of this process, and in a fleet of the others. `onEnded` is called for each. */
export function composeBuildEvents(
  { stores }: OpenStores,
  { signals }: Processes,
  { timer, closing, onEnded }: { timer: Timer; closing: Closing; onEnded: () => void },
): BuildEvents {
  const inProcess = createInProcessBuildEvents();
  const local: BuildEvents = {
    ...inProcess,
    announce(buildId) {
      inProcess.announce(buildId);
      onEnded();
    },
  };
  if (!signals) return local;
  const events = createSharedBuildEvents({ ...stores, signals, local, timer });
  closing.push(() => events.close());
  return events;
}
