import type { ProjectStore } from "../auth/project.ts";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { createIndexVersion, indexBatch } from "./index-elements.ts";

export type ReconcileReport = {
  /** Versions that were missing from the index, or there in part, and were written anew. */
  restoredVersions: number;
  restoredChunks: number;
  /** Versions in the index that no active source has. */
  removedVersions: number;
  removedProjects: number;
};

/**
 * Makes the index agree with the database again: run at start, before builds, since a crash may have come between the
 * two. An index folder that is lost altogether is rebuilt by the same road.
 */
export async function reconcileIndex(deps: {
  index: ChunkIndex;
  chunks: ChunkStore;
  projects: Pick<ProjectStore, "list">;
}): Promise<ReconcileReport> {
  const report = { restoredVersions: 0, restoredChunks: 0, removedVersions: 0, removedProjects: 0 };
  const projectIds = new Set((await deps.projects.list()).map((project) => project.projectId));
  for (const projectId of await deps.index.projects()) {
    if (projectIds.has(projectId)) continue;
    await deps.index.removeProject(projectId);
    report.removedProjects++;
  }
  for (const projectId of projectIds) await reconcileProject(deps, projectId, report);
  return report;
}

async function reconcileProject(
  { index, chunks }: { index: ChunkIndex; chunks: ChunkStore },
  projectId: ProjectId,
  report: ReconcileReport,
): Promise<void> {
  const indexed = await index.versions(projectId);
  const active = await chunks.activeSets(projectId, defaultChunking);
  const expected = new Map(active.map((set) => [set.versionId, set.chunks]));
  for (const [versionId, count] of indexed) {
    if (expected.get(versionId) === count) continue;
    await index.removeVersion(projectId, versionId);
    if (!expected.has(versionId)) report.removedVersions++;
  }
  const indexVersion = createIndexVersion(index);
  for (const { chunkSetId, versionId, fileId, chunks: count } of active) {
    if (count === 0 || indexed.get(versionId) === count) continue;
    for await (const batch of chunks.listSet(chunkSetId, indexBatch)) {
      await indexVersion.add(projectId, fileId, versionId, batch);
      report.restoredChunks += batch.length;
    }
    report.restoredVersions++;
  }
}
