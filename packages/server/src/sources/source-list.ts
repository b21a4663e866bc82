import type { FileId } from "../kernel/ids.ts";
import type { SourceOverview } from "./source.ts";

/** State of a source's latest build; null for a source that has none. */
export type LatestBuildStatus = NonNullable<SourceOverview["latestBuild"]>["status"] | null;

/** Every part narrows; an empty list of ids, states or tags leaves nothing. */
export type SourceFilter = {
  fileIds?: FileId[] | undefined;
  /** Text within the name, in any case. */
  nameHolds?: string | undefined;
  latestBuild?: LatestBuildStatus[] | undefined;
  /** Sources that have any of these tags. */
  tags?: string[] | undefined;
};

export type SourceOrder = {
  by: "createdAt" | "updatedAt" | "fileName" | "fileSize";
  descending: boolean;
};

/** What matches, counted, and read slice by slice as it is taken: a long list never is in memory whole. */
export type SourceList = { total: number; sources: AsyncIterable<SourceOverview> };
