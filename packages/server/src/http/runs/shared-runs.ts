import type { Clock } from "../../kernel/clock.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { Signals } from "../../ports/signals.ts";
import type { EventRuns } from "./event-runs.ts";
import { createFollowRuns } from "./follow-runs.ts";
import { createPublishRuns, type PublishRuns } from "./publish-runs.ts";
import type { ReadableRuns } from "./readable-runs.ts";
import type { StreamedRuns } from "./streamed-runs.ts";

/** The streamed answers of a fleet: those of this process from its memory, those of the others as they write them. */
type SharedRuns = ReadableRuns &
  Pick<PublishRuns, "begin" | "known" | "close"> & {
    /** As `EventRuns.forget`, in every process. */
    forget(projectId: ProjectId, id: string): Promise<void>;
  };

const expireEveryMs = 60_000;

export function createSharedRuns(deps: {
  local: EventRuns;
  store: StreamedRuns;
  signals: Signals;
  clock: Clock;
  timer: Timer;
  onFault: (error: unknown) => void;
}): SharedRuns {
  const { local, store, signals, clock, timer, onFault } = deps;
  const publish = createPublishRuns(deps);
  const follow = createFollowRuns(deps);
  signals.on("forget-answers", (text) => {
    const [projectId = "", id = ""] = text.split(" ");
    local.forget(projectId, id);
  });
  // What was deleted meanwhile is not known.
  signals.onBack(() => local.forgetAll(connectionWasLost()));
  let expiring = Promise.resolve();
  const stopExpiring = timer.every(expireEveryMs, () => {
    expiring = store.expire(clock.now()).catch(onFault);
  });
  return {
    begin: publish.begin,
    known: publish.known,
    async find(projectId, id) {
      const run = local.find(projectId, id);
      if (!run) return follow.find(projectId, id);
      // Another process may have deleted what it cites, and the message of that may be on its way.
      if (!publish.isKnown(id) || (await store.find(projectId, id, clock.now()))) return run;
      local.drop(id);
      return null;
    },
    stop: (projectId, id, reason) => local.stop(projectId, id, reason) ?? follow.stop(projectId, id, reason),
    async forget(projectId, id) {
      local.forget(projectId, id);
      // A process that misses it has lost its connection, and learns it from the store or forgets all.
      signals.send("forget-answers", `${projectId} ${id}`).catch(() => {});
      await store.forget(projectId, id);
    },
    async close() {
      stopExpiring();
      follow.close();
      await expiring;
      await publish.close();
    },
  };
}

const connectionWasLost = () =>
  new ServiceError(
    503,
    "The service has lost its connection to the database, so this answer was ended. Ask again.",
  );
