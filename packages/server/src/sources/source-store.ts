import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { Source, SourceOverview } from "./source.ts";

/** Port: the sources of a project. Ids of other projects are unknown here. */
export type SourceStore = {
  /** In insertion order. With `fileIds`: only those (unknown ones are left out; empty: none). */
  list(projectId: ProjectId, fileIds?: FileId[]): Promise<SourceOverview[]>;
  find(projectId: ProjectId, fileId: FileId): Promise<Source | null>;
  /** Every source of the project that bears the name. */
  findByName(projectId: ProjectId, fileName: string): Promise<Source[]>;
  /**
   * Removes the source with its builds, versions, elements and chunks, and the turns of conversations drawn from it.
   * One short transaction makes all of it unreadable; its rows are cleared away when the promise resolves.
   * Answers false when it is gone already.
   */
  remove(projectId: ProjectId, fileId: FileId): Promise<boolean>;
  /** Finishes the removals that a crash cut short; called at start, before any build is claimed. */
  clearLeftovers(): Promise<void>;
  /** Whether any source of the project still uses these bytes. */
  usesContent(projectId: ProjectId, contentHash: string): Promise<boolean>;
  /** All content hashes in use, by project, to find blobs that a crash left behind. */
  contentsInUse(): Promise<{ projectId: ProjectId; contentHash: string }[]>;
};
