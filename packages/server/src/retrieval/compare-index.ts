import type { ProjectStore } from "../auth/project.ts";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { ChunkIndex } from "./chunk-index.ts";

/** Document versions by how the index stands to the database. */
export type IndexComparison = { inPlace: number; missing: number; leftOver: number };

/** Compares the index with the database, changing nothing. */
export async function compareIndex(deps: {
  index: Pick<ChunkIndex, "versions">;
  chunks: Pick<ChunkStore, "activeSets">;
  projects: Pick<ProjectStore, "list">;
}): Promise<IndexComparison> {
  const comparison = { inPlace: 0, missing: 0, leftOver: 0 };
  for (const { projectId } of await deps.projects.list()) {
    const indexed = await deps.index.versions(projectId);
    for (const { versionId, chunks } of await deps.chunks.activeSets(projectId, defaultChunking)) {
      if (chunks === (indexed.get(versionId) ?? 0)) comparison.inPlace += 1;
      else comparison.missing += 1;
      indexed.delete(versionId);
    }
    comparison.leftOver += indexed.size;
  }
  return comparison;
}
