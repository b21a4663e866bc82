import type { ProjectId } from "../kernel/ids.ts";
import type { EventFacts, ProjectEvent } from "./event.ts";

/**
 * Port: what happened in a project. The other stores add events in the transaction of the change that they report, so there is no event
 * without its change, and no change without its event.
 */
export type EventStore = {
  /** Adds an event of what no store changes. With a `key` that the project has used already, nothing. */
  add(projectId: ProjectId, facts: EventFacts, key: string): Promise<void>;
  /** The events after a number, in order, at most so many. */
  after(projectId: ProjectId, number: number, limit: number): Promise<ProjectEvent[]>;
  /** The number of the latest event of each of these projects, also when it is not kept any more. 0 before the first. */
  latestOf(projectIds: ProjectId[]): Promise<Map<ProjectId, number>>;
  /** Removes events from before a time. */
  expire(before: Date): Promise<void>;
};
