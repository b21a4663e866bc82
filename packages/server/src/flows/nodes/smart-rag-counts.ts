import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import type { VersionId } from "../../kernel/ids.ts";
import type { CountChunks } from "./smart-rag.ts";

/** Versions whose counts are remembered: some 10 MB. */
const maxRemembered = 100_000;

/**
 * Counts the service's own chunks. A version never changes once it is active, so its count is read once: a run asks
 * nothing of the database that an earlier one asked.
 */
export function createCountChunks(chunks: Pick<ChunkStore, "activeSets">): CountChunks {
  const counts = new Map<VersionId, number>();
  const sums = new WeakMap<VersionId[], number>();
  return async (projectId, versionIds) => {
    const known = sums.get(versionIds);
    if (known !== undefined) return known;
    if (versionIds.some((versionId) => !counts.has(versionId))) {
      if (counts.size > maxRemembered) counts.clear();
      for (const set of await chunks.activeSets(projectId, defaultChunking))
        counts.set(set.versionId, set.chunks);
      // Those that have no chunks, and those replaced meanwhile, are not asked for again.
      for (const versionId of versionIds) if (!counts.has(versionId)) counts.set(versionId, 0);
    }
    const sum = versionIds.reduce((total, versionId) => total + (counts.get(versionId) ?? 0), 0);
    sums.set(versionIds, sum);
    return sum;
  };
}
