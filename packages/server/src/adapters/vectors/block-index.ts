import { defaultChunking } from "../../chunks/chunking-config.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import type { VectorIndex } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddedChunk, EmbeddingSpace, VectorStore } from "../../retrieval/dense/vector-store.ts";
import { createBestHits } from "./best-hits.ts";
import { scanBlock, toBlock, type VectorBlock } from "./vector-block.ts";

/** Bytes of vectors kept beside those of the project that was asked about last: 170,000 chunks of 384 dimensions. */
const defaultKeptBytes = 256 * 1024 * 1024;
const batchSize = 500;

type SpaceBlocks = {
  projectId: ProjectId;
  blocks: Map<string, VectorBlock>;
  isStale: boolean;
  /** Refreshes take turns: a search sees all that was added before it. */
  refreshing: Promise<void>;
};

/**
 * Exact search over vectors in memory. A project's vectors are read with the first question about it, and dropped when
 * those of others need the room. A search computes on the calling thread, some 10 ms for 50,000 chunks.
 */
export function createBlockIndex(
  store: Pick<VectorStore, "finishedSets" | "listSet">,
  keptBytes = defaultKeptBytes,
): Omit<VectorIndex, "close"> {
  const spaces = new Map<string, SpaceBlocks>();

  const refresh = async (space: EmbeddingSpace, state: SpaceBlocks): Promise<void> => {
    if (!state.isStale) return;
    state.isStale = false;
    try {
      const sets = await store.finishedSets(space, defaultChunking);
      const wanted = new Set(sets.map(({ chunkSetId }) => chunkSetId));
      for (const chunkSetId of state.blocks.keys())
        if (!wanted.has(chunkSetId)) state.blocks.delete(chunkSetId);
      for (const { chunkSetId, fileId } of sets) {
        if (state.blocks.has(chunkSetId)) continue;
        const chunks: EmbeddedChunk[] = [];
        for await (const batch of store.listSet(space.spaceId, chunkSetId, batchSize)) chunks.push(...batch);
        state.blocks.set(chunkSetId, toBlock(fileId, chunks));
      }
    } catch (error) {
      state.isStale = true;
      throw error;
    }
  };

  /** Makes the space the one asked for last, and forgets those not asked for longest. */
  const blocksOf = async (space: EmbeddingSpace): Promise<SpaceBlocks> => {
    const state = spaces.get(space.spaceId) ?? {
      projectId: space.projectId,
      blocks: new Map(),
      isStale: true,
      refreshing: Promise.resolve(),
    };
    spaces.delete(space.spaceId);
    spaces.set(space.spaceId, state);
    const refreshed = state.refreshing.then(() => refresh(space, state));
    state.refreshing = refreshed.catch(() => {});
    await refreshed;
    dropBeyond(spaces, keptBytes);
    return state;
  };

  return {
    async search(space, { vector, limit, fileIds }) {
      const { blocks } = await blocksOf(space);
      const files = fileIds && new Set(fileIds);
      const best = createBestHits(limit);
      for (const block of blocks.values())
        if (!files || files.has(block.fileId)) scanBlock(block, vector, best);
      return best.list();
    },
    changed(projectId) {
      for (const state of spaces.values()) if (state.projectId === projectId) state.isStale = true;
    },
  };
}

function dropBeyond(spaces: Map<string, SpaceBlocks>, keptBytes: number): void {
  let total = 0;
  for (const [index, [spaceId, { blocks }]] of [...spaces].reverse().entries()) {
    if (index > 0) for (const { vectors } of blocks.values()) total += vectors.byteLength;
    if (total > keptBytes) spaces.delete(spaceId);
  }
}
