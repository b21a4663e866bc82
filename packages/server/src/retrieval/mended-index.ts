import type { FileId, VersionId } from "../kernel/ids.ts";
import type { ChunkHit, ChunkIndex, MendableIndex } from "./chunk-index.ts";
import type { IndexGapsByProject } from "./index-gaps.ts";
import type { IndexMender } from "./index-mender.ts";
import type { IndexedChunks } from "./indexed-chunks.ts";
import { scoreStored } from "./score-stored.ts";
import type { LoadStoredTerms, VersionOfFile } from "./stored-terms.ts";

/** Versions written and not yet compared, after which it is time to compare. */
const maxWritten = 5_000;

/**
 * The index as builds, deletions and searches use it: no failure of it comes out. What it could not take is noted and
 * mended; until then searches read that from the database, up to 10,000 chunks of it, the newest first.
 */
export function createMendedIndex(deps: {
  index: MendableIndex;
  gaps: IndexGapsByProject;
  mender: IndexMender;
  chunks: Pick<IndexedChunks, "activeVersions">;
  loadStoredTerms: LoadStoredTerms;
}): ChunkIndex {
  const { index, gaps, mender } = deps;

  return {
    ...index,

    async add(projectId, chunks) {
      const [first] = chunks;
      if (!first) return;
      const { versionId, fileId } = first;
      const state = gaps.of(projectId);
      // In part is as good as not at all: it will be written whole.
      if (state.missing.has(versionId)) return;
      state.written.set(versionId, fileId);
      const { generation } = state;
      try {
        await index.add(projectId, chunks);
      } catch (error) {
        gaps.addMissing(projectId, { versionId, fileId });
        await mender.failed(projectId, error, generation);
      }
      if (state.written.size > maxWritten) mender.look(projectId);
    },

    async removeVersion(projectId, versionId) {
      const state = gaps.of(projectId);
      await mender.giveUp(projectId, { versionId });
      gaps.close(projectId, versionId);
      state.written.delete(versionId);
      const { generation } = state;
      try {
        await index.removeVersion(projectId, versionId);
      } catch (error) {
        state.unremoved.add(versionId);
        await mender.failed(projectId, error, generation);
      }
    },

    /** Rows that can't be removed now stand for nothing in the database: they are never answered, and removed later. */
    async removeFile(projectId, fileId) {
      const state = gaps.of(projectId);
      await mender.giveUp(projectId, { fileId });
      for (const [versionId, of] of [...state.missing, ...state.written]) {
        if (of !== fileId) continue;
        gaps.close(projectId, versionId);
        state.written.delete(versionId);
      }
      const { generation } = state;
      try {
        await index.removeFile(projectId, fileId);
        await mender.discardSetAside();
      } catch (error) {
        state.unremovedFiles.add(fileId);
        await mender.failed(projectId, error, generation);
      }
    },

    async search(projectId, query) {
      await mender.compared(projectId);
      const { generation } = gaps.of(projectId);
      let hits: ChunkHit[] = [];
      // Before and after: a version may be restored, or lost, while the index is searched.
      const missingBefore = [...gaps.of(projectId).missing];
      let unsearched: VersionOfFile[];
      try {
        hits = await index.search(projectId, query);
        const now = gaps.of(projectId);
        // Set aside meanwhile: what was searched may have been an empty one in its place.
        unsearched =
          now.generation === generation
            ? toVersions(new Map([...missingBefore, ...now.missing]))
            : await deps.chunks.activeVersions(projectId);
      } catch (error) {
        await mender.failed(projectId, error, generation);
        unsearched = await deps.chunks.activeVersions(projectId);
      }
      if (unsearched.length === 0) return hits;
      const files = query.fileIds && new Set(query.fileIds);
      const asked = unsearched.filter(({ fileId }) => !files || files.has(fileId)).reverse();
      const stored = await scoreStored(await deps.loadStoredTerms(asked), query);
      const seen = new Set(stored.map(({ chunkId }) => chunkId));
      return [...stored, ...hits.filter(({ chunkId }) => !seen.has(chunkId))]
        .sort((one, other) => other.score - one.score)
        .slice(0, query.limit);
    },
  };
}

const toVersions = (missing: Map<VersionId, FileId>): VersionOfFile[] =>
  [...missing].map(([versionId, fileId]) => ({ versionId, fileId }));
