import type { VectorCluster } from "../../retrieval/dense/vector-cluster.ts";
import type { VectorStore } from "../../retrieval/dense/vector-store.ts";
import { expunge, isReleased, type Marks, markDeletions } from "./expunge.ts";
import { removeIndex } from "./generations.ts";
import { createSpaceKeeper, type SpaceKeeper, type SpaceKeeperDeps } from "./keep-space.ts";
import { createSearchClient } from "./open-search-client.ts";
import { parseOpenSearchAddress } from "./opensearch-address.ts";
import { searchVectors } from "./search-vectors.ts";
import { listVectorIndices, namesOf, vectorsOf } from "./vector-indices.ts";

/** How often the keeper looks whether each index is still there, and which are left over. */
const lookAgainMs = 60_000;
/** How often it looks whether what was deleted can be merged away. */
const clearAgainMs = 5_000;

export type VectorClusterDeps = SpaceKeeperDeps & { store: Pick<VectorStore, "everySpace"> };

/** The same at an address, for as long as this thread lives. */
export const openOpenSearchVectors = (
  { address, storeId }: { address: string; storeId: string },
  store: VectorStore,
): VectorCluster => {
  const parsed = parseOpenSearchAddress(address);
  const { vectorsFrom } = parsed;
  return createOpenSearchVectors({ client: createSearchClient(parsed), store, storeId, vectorsFrom });
};

/** The vectors of large spaces in an OpenSearch cluster with its k-NN plugin: an index each. */
export function createOpenSearchVectors(deps: VectorClusterDeps): VectorCluster {
  const { client, store, storeId } = deps;
  const keepers = new Map<string, SpaceKeeper>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let clearedAt = performance.now();
  let clearing: Marks | null = null;

  /** Indices of spaces that are gone go, too; one that is missing is made again. */
  const lookAgain = async (spaceIds: string[]) => {
    const wanted = new Map(spaceIds.map((spaceId) => [namesOf(storeId, spaceId).index, spaceId]));
    const present = new Set(await listVectorIndices(client, storeId));
    for (const index of present) if (!wanted.has(index)) await removeIndex(client, index);
    for (const [index, spaceId] of wanted)
      if (!present.has(index) && keepers.get(spaceId)?.hasIndex()) keepers.delete(spaceId);
    for (const spaceId of keepers.keys()) if (!spaceIds.includes(spaceId)) keepers.delete(spaceId);
  };

  /** Merges once what was deleted is let go. */
  const clearSome = async () => {
    if (!clearing) return;
    const alias = vectorsOf(storeId);
    const isFree = await isReleased(client, alias, clearing);
    if (isFree === false) return;
    clearing = isFree ? null : await markDeletions(client, alias);
    if (isFree) await expunge(client, alias);
  };

  return {
    search: (space, query) => searchVectors(client, namesOf(storeId, space.spaceId).searched, query),

    async tidy() {
      const spaces = await store.everySpace();
      const now = performance.now();
      if (now - lookedAt > lookAgainMs) {
        await lookAgain(spaces.map(({ spaceId }) => spaceId));
        lookedAt = now;
      }
      if (now - clearedAt > clearAgainMs) {
        clearedAt = now;
        await clearSome();
      }
      for (const space of spaces) {
        const keeper = keepers.get(space.spaceId) ?? createSpaceKeeper(deps, space);
        // After a failure it is made anew, and compares everything.
        keepers.delete(space.spaceId);
        await keeper.refresh(space);
        keepers.set(space.spaceId, keeper);
      }
    },

    async clear() {
      const alias = vectorsOf(storeId);
      type Stats = { _all?: { total?: { docs?: { deleted: number } } } };
      const stats = await client.ask<Stats>({
        method: "GET",
        path: `/${alias}-*/_stats/docs?filter_path=_all.total.docs.deleted`,
      });
      if (!stats?._all?.total?.docs?.deleted) return false;
      clearing ??= await markDeletions(client, alias);
      await clearSome();
      return true;
    },
  };
}
