import { createKeptOpen } from "../../kernel/kept-open.ts";
import type { VectorCluster } from "../../retrieval/dense/vector-cluster.ts";
import type { VectorHit } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import { fromNearQuery, type NearChunks, type NearQuery, toHits, toNearChunks } from "./near-query.ts";
import { createSpaceVectors, type SpaceStore, type SpaceVectors } from "./space-vectors.ts";
import { createVectorLoops } from "./vector-loops.ts";

/** The vectors of all projects, as one thread searches them. */
export type NearIndex = {
  /** Finds what had its vectors before the call. */
  search(space: EmbeddingSpace, query: NearQuery): Promise<NearChunks>;
};

/** Bytes of vectors kept in memory: 500,000 chunks of 384 dimensions. */
const defaultKeptBytes = 256 * 1024 * 1024;

/** What a cluster does not show yet is read again after so many sets more, so that it stays short. */
const setsPerTail = 50;

/**
 * Spaces are read with the first question about them, and those not asked about for long make room for others. With a
 * cluster only what it does not show yet is read.
 */
export function createNearIndex(
  store: SpaceStore,
  { keptBytes = defaultKeptBytes, cluster }: { keptBytes?: number; cluster?: VectorCluster } = {},
): NearIndex {
  const loops = createVectorLoops();
  const open = createKeptOpen<string, SpaceVectors>(keptBytes);
  /** Among the sets that were completed after a number. */
  const searchHere = (space: EmbeddingSpace, query: NearQuery, after: number): Promise<NearChunks> =>
    open.inTurn(
      `${space.spaceId} ${after}`,
      async () => createSpaceVectors(store, loops, space, after),
      (vectors) => vectors.search(query),
    );
  return {
    async search(space, query) {
      const there = await cluster?.search(space, fromNearQuery(query));
      if (!there) return searchHere(space, query, 0);
      const here = await searchHere(space, query, there.shownTo - (there.shownTo % setsPerTail));
      return here.scores.length === 0
        ? toNearChunks(there.hits)
        : toNearChunks(nearest([...there.hits, ...toHits(here)], query));
    },
  };
}

/** The best of two lists, each chunk once, and what was asked for by its id. */
function nearest(hits: VectorHit[], { limit, chunkIds = "" }: NearQuery): VectorHit[] {
  const asked = new Set(chunkIds.split(","));
  const each = new Map(hits.map((hit) => [hit.chunkId, hit]));
  return [...each.values()]
    .sort((one, other) => other.score - one.score)
    .filter(({ chunkId }, at) => at < limit || asked.has(chunkId));
}
