import type { UsageLimitName } from "@headwater/spec";
import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";

/**
 * What happened. It names things by ids and the names of flows, and holds no text of a document: events outlive what they report,
 * and leave the service as webhooks.
 */
export type EventFacts =
  | {
      type: "build.completed" | "build.failed" | "build.cancelled";
      data: { buildId: BuildId; fileId: FileId };
    }
  | { type: "source.deleted"; data: { fileId: FileId } }
  | { type: "flow.deployed" | "flow.rolled_back"; data: { flowName: string; revisionId: string } }
  | { type: "flow.undeployed"; data: { flowName: string } }
  | {
      type: "run.ended";
      data: { flowName: string; runId: string; kind: "run" | "simulation"; state: "done" | "failed" };
    }
  | { type: "limit.reached"; data: { limit: UsageLimitName } };

/** `number`: from 1 in each project, without gaps, in the order of the commits. */
export type ProjectEvent = EventFacts & { projectId: ProjectId; number: number; at: Date };

/** How long events are kept, in days, and how many of a project. */
export const eventDays = 30;
export const maxEvents = 100_000;
