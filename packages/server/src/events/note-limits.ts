import { usageLimitNames } from "@headwater/spec";
import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { EventStore } from "./event-store.ts";

/** Does work of a project. When a limit of the project refuses it, there is an event: one for each limit and day of UTC. */
export type NoteLimits = <Result>(projectId: ProjectId, work: () => Promise<Result>) => Promise<Result>;

export function createNoteLimits({
  projectEvents,
  clock,
  onFault,
}: {
  projectEvents: Pick<EventStore, "add">;
  clock: Clock;
  /** Called when the event could not be stored. The work is refused all the same. */
  onFault: (error: unknown) => void;
}): NoteLimits {
  /** What was noted today, so that a client that keeps asking costs no write each time. */
  let noted = { day: "", keys: new Set<string>() };

  const note = async (projectId: ProjectId, error: unknown) => {
    const limit = usageLimitNames.find((name) => error instanceof ServiceError && error.limit === name);
    if (limit === undefined) return;
    const day = clock.now().toISOString().slice(0, 10);
    if (noted.day !== day) noted = { day, keys: new Set() };
    const known = `${projectId} ${limit}`;
    if (noted.keys.has(known)) return;
    noted.keys.add(known);
    await projectEvents
      .add(projectId, { type: "limit.reached", data: { limit } }, `${limit} ${day}`)
      .catch((fault: unknown) => {
        noted.keys.delete(known);
        onFault(fault);
      });
  };

  return async (projectId, work) => {
    try {
      return await work();
    } catch (error) {
      await note(projectId, error);
      throw error;
    }
  };
}
