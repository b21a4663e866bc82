import { indexSettings } from "./generations.ts";
import { type SearchClient, SearchRefusedError } from "./open-search-client.ts";
import { SearchUnavailableError } from "./search-outage.ts";

/** The plugin that has the field of vectors. Most distributions of OpenSearch come with it. */
const plugin = "opensearch-knn";

type PluginsOf = { roles?: string[]; plugins?: { name: string }[] };
type Nodes = { nodes?: Record<string, PluginsOf> };

/** Whether every node that may hold an index can search vectors. A user who may not see that gets `false`. */
export async function hasVectorSearch(client: SearchClient): Promise<boolean> {
  const path = "/_nodes/plugins?filter_path=nodes.*.roles,nodes.*.plugins.name";
  const answer = await client.ask<Nodes>({ method: "GET", path }).catch((error: unknown) => {
    if (error instanceof SearchUnavailableError || error instanceof SearchRefusedError) return null;
    throw error;
  });
  const holders = Object.values(answer?.nodes ?? {}).filter(({ roles = [] }) => roles.includes("data"));
  const canSearch = ({ plugins = [] }: PluginsOf) => plugins.some(({ name }) => name === plugin);
  return holders.length > 0 && holders.every(canSearch);
}

/** What all indices of vectors of a store begin with. No index of words does. */
export const vectorsOf = (storeId: string): string => `headwater-vectors-${storeId}`;

export type VectorNames = {
  index: string;
  /** The alias that is written to: it is there with the index. */
  written: string;
  /** The alias that is searched: it is there once the index has all that there was when it was begun. */
  searched: string;
};

export const namesOf = (storeId: string, spaceId: string): VectorNames => {
  const searched = `${vectorsOf(storeId)}-${spaceId}`;
  return { searched, written: `${searched}-written`, index: `${searched}-1` };
};

/** The document that says how far an index is. Chunks have ids that are not words. */
export const cursorId = "cursor";

/** Vectors are in the graph of Lucene, which is part of the plugin's code; its other engines need native libraries. */
const mappingsOf = (dimension: number) => ({
  dynamic: "strict",
  _source: { enabled: false },
  properties: {
    vector: {
      type: "knn_vector",
      dimension,
      method: { name: "hnsw", engine: "lucene", space_type: "cosinesimil" },
    },
    file: { type: "keyword" },
    set: { type: "keyword" },
    shown_to: { type: "long", index: false },
  },
});

export async function createVectorIndex(
  client: SearchClient,
  { index, written }: VectorNames,
  dimension: number,
): Promise<void> {
  await client.ask({
    method: "PUT",
    path: `/${index}`,
    body: {
      settings: { index: { ...indexSettings, knn: true } },
      aliases: { [written]: {} },
      mappings: mappingsOf(dimension),
    },
    timeoutMs: 30_000,
  });
}

type Mapped = Record<string, { mappings?: { properties?: { vector?: { dimension?: number } } } }>;

/** The dimension of an index; null where there is none. */
export async function dimensionOf(client: SearchClient, { index }: VectorNames): Promise<number | null> {
  const found = await client.ask<Mapped>({ method: "GET", path: `/${index}/_mapping` });
  return found?.[index]?.mappings?.properties?.vector?.dimension ?? null;
}

/** Names of all indices of a store's vectors. */
export async function listVectorIndices(client: SearchClient, storeId: string): Promise<string[]> {
  const found = await client.ask<object>({ method: "GET", path: `/${vectorsOf(storeId)}-*/_alias` });
  return Object.keys(found ?? {});
}
