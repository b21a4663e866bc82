import { createKeptOpen } from "../../kernel/kept-open.ts";
import type { EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import type { NearChunks, NearQuery } from "./near-query.ts";
import { createSpaceVectors, type SpaceStore, type SpaceVectors } from "./space-vectors.ts";
import { createVectorLoops } from "./vector-loops.ts";

/** The vectors of all projects, as one thread holds them. */
export type NearIndex = {
  /** Finds what had its vectors before the call. */
  search(space: EmbeddingSpace, query: NearQuery): Promise<NearChunks>;
};

/** Bytes of vectors kept in memory: 500,000 chunks of 384 dimensions. */
const defaultKeptBytes = 256 * 1024 * 1024;

/** Spaces are read with the first question about them, and those not asked about for long make room for others. */
export function createNearIndex(store: SpaceStore, keptBytes = defaultKeptBytes): NearIndex {
  const loops = createVectorLoops();
  const open = createKeptOpen<string, SpaceVectors>(keptBytes);
  return {
    search: (space, query) =>
      open.inTurn(
        space.spaceId,
        async () => createSpaceVectors(store, loops, space),
        (vectors) => vectors.search(query),
      ),
  };
}
