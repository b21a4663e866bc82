import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { VersionOfFile } from "./stored-terms.ts";

/** How the index of one project stands to the database, as far as this process knows. */
export type IndexGaps = {
  /** Versions that the index lacks, or has in part: searches read them from the database. */
  missing: Map<VersionId, FileId>;
  /** Versions written by this process and not yet compared with the database: they may still be inactive. */
  written: Map<VersionId, FileId>;
  /** Removals that failed. */
  unremoved: Set<VersionId>;
  unremovedFiles: Set<FileId>;
  /** Whether the index was compared with the database. */
  compared: boolean;
  /** Counts how often the index was started again: what failed before says nothing about it now. */
  generation: number;
};

/** How far the index is whole. */
export type IndexProgress = {
  state: "ready" | "rebuilding";
  /** Document versions that were missing since it was last whole, and how many of them are back. */
  done: number;
  total: number;
};

export type IndexGapsByProject = {
  of(projectId: ProjectId): IndexGaps;
  addMissing(projectId: ProjectId, version: VersionOfFile): void;
  /** The version is in the index again, or no longer needed there. */
  close(projectId: ProjectId, versionId: VersionId): void;
  progress(): IndexProgress;
};

export function createIndexGaps(): IndexGapsByProject {
  const projects = new Map<ProjectId, IndexGaps>();
  let total = 0;
  const missing = () => [...projects.values()].reduce((sum, gaps) => sum + gaps.missing.size, 0);

  const all: IndexGapsByProject = {
    of(projectId) {
      const known = projects.get(projectId);
      if (known) return known;
      const fresh: IndexGaps = {
        missing: new Map(),
        written: new Map(),
        unremoved: new Set(),
        unremovedFiles: new Set(),
        compared: false,
        generation: 0,
      };
      projects.set(projectId, fresh);
      return fresh;
    },
    addMissing(projectId, { versionId, fileId }) {
      const gaps = all.of(projectId);
      if (!gaps.missing.has(versionId)) total += 1;
      gaps.missing.set(versionId, fileId);
    },
    close(projectId, versionId) {
      if (all.of(projectId).missing.delete(versionId) && missing() === 0) total = 0;
    },
    progress() {
      const left = missing();
      return { state: left > 0 ? "rebuilding" : "ready", done: total - left, total };
    },
  };
  return all;
}
