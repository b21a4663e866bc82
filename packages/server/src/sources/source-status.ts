import type { SourceStatus } from "@headwater/spec";
import type { SourceOverview } from "./source.ts";
import type { LatestBuildStatus } from "./source-list.ts";

const byBuild = {
  Pending: { status: "New", message: "Source uploaded, awaiting processing" },
  Processing: { status: "Processing", message: "Source is being processed" },
  Completed: { status: "Completed", message: "Source processed successfully" },
  "Processing failed": { status: "Processing failed", message: "Source status: Processing failed" },
} as const;

/** Contract, Source status values: derived from the latest build. */
export function sourceStatus(source: SourceOverview): { status: SourceStatus; message: string } {
  if (!source.latestBuild) return { status: "unknown", message: "Source status with the value unknown" };
  return byBuild[source.latestBuild.status];
}

/** The states of a latest build that a source status stands for; none for a status that is never given. */
export function latestBuildsOf(status: SourceStatus): LatestBuildStatus[] {
  if (status === "unknown") return [null];
  const states = Object.keys(byBuild) as (keyof typeof byBuild)[];
  return states.filter((state) => byBuild[state].status === status);
}
