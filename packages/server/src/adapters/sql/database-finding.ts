import type { FolderFinding } from "../../backup/folder-finding.ts";
import { databasePath } from "../../backup/stored-paths.ts";

/** What can be done about a database whose own truth is lost. */
export const restoreOrRecover =
  "Restore a backup into a new folder ('headwater restore'), or move headwater.sqlite away and run 'headwater recover', which brings the sources back from their files.";

/** The parts of a finding that differ; it does not block, and nothing mends it, unless it says so. */
export type DatabaseFault = Pick<FolderFinding, "what" | "lost" | "kind" | "remedy"> & Partial<FolderFinding>;

export const databaseFinding = (fault: DatabaseFault): FolderFinding => ({
  part: "database",
  file: databasePath,
  blocks: false,
  repair: null,
  ...fault,
});
