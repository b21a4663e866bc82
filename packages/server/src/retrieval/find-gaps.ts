import type { ProjectId } from "../kernel/ids.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import type { IndexGapsByProject } from "./index-gaps.ts";
import type { IndexedChunks } from "./indexed-chunks.ts";

/**
 * Compares a project's index with the database while both are in use: notes what is missing, and removes what is left
 * over of versions that no build of this process is writing.
 */
export async function findGaps(
  { index, chunks, gaps }: { index: ChunkIndex; chunks: IndexedChunks; gaps: IndexGapsByProject },
  projectId: ProjectId,
): Promise<{ removed: number }> {
  const state = gaps.of(projectId);
  // The index first: a version that a build adds in between is then not taken for a left-over, and none for missing.
  const indexed = await index.versions(projectId);
  const active = await chunks.activeVersions(projectId);
  for (const version of active) {
    const { versionId, chunks: count } = version;
    const whole = (indexed.get(versionId) ?? 0) === count;
    const writtenSince = state.written.has(versionId) && !state.missing.has(versionId);
    if (whole) gaps.close(projectId, versionId);
    else if (!writtenSince) gaps.addMissing(projectId, version);
    // Active: its build will write no more.
    if (whole) state.written.delete(versionId);
    indexed.delete(versionId);
  }
  const leftOver = new Set([...indexed.keys()].filter((versionId) => !state.written.has(versionId)));
  for (const versionId of state.unremoved) leftOver.add(versionId);
  const unremovedFiles = [...state.unremovedFiles];
  await Promise.all([
    ...[...leftOver].map((versionId) => index.removeVersion(projectId, versionId)),
    ...unremovedFiles.map((fileId) => index.removeFile(projectId, fileId)),
  ]);
  state.unremoved.clear();
  for (const fileId of unremovedFiles) state.unremovedFiles.delete(fileId);
  state.compared = true;
  return { removed: leftOver.size };
}
