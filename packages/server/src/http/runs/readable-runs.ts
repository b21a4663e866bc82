import type { ProjectId } from "../../kernel/ids.ts";
import type { ServiceError } from "../../kernel/service-error.ts";
import type { EventRun } from "./event-run.ts";

/** A streamed answer or run as its readers see it, whichever process has it. */
export type ReadableRun = Pick<EventRun, "hasEnded" | "isTakenUp" | "lastEventId" | "read"> & {
  readonly events: readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
};

/** The streamed answers and runs that clients can resume and stop here. */
export type ReadableRuns = {
  /** Null for a run that is unknown, expired or of another project. */
  find(projectId: ProjectId, id: string): ReadableRun | null | Promise<ReadableRun | null>;
  /** Ends a run with this error as its last event. False when it has ended already, null for one that `find` does not find. */
  stop(projectId: ProjectId, id: string, reason: ServiceError): boolean | null | Promise<boolean | null>;
};
