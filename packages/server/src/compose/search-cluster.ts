import { claimWordsPlace } from "../adapters/sql/words-place.ts";
import type { Settings } from "../config.ts";
import type { Closing } from "./closing.ts";
import type { OpenStores } from "./stores.ts";

/** The cluster that the words' index is in. */
export type SearchCluster = {
  /** With its password. */
  address: string;
  /** Whether vectors are searched there, too: it had the k-NN plugin at the start. */
  hasVectors: boolean;
  /** Where it is, and what is searched there, for people. */
  description: string;
  /** What `/readyz` says of it; rejects while it can't be used. */
  check(): Promise<string>;
};

/** Null where the index is in the database. Throws OperatorError. */
export async function openSearchCluster(
  { index }: Pick<Settings, "index">,
  {
    storeId,
    connection,
    isShared,
    closing,
  }: Pick<OpenStores, "storeId" | "connection"> & { isShared: boolean; closing: Closing },
): Promise<SearchCluster | null> {
  const claim = (place: "opensearch" | null) => claimWordsPlace(connection, place, { isShared });
  if (index === null) {
    await claim(null);
    return null;
  }
  // Loaded where it is used: an HTTP client comes with it.
  const { connectCluster, describeHealth, describeVectors } = await import(
    "../adapters/opensearch/connect-cluster.ts"
  );
  const { hasVectorSearch } = await import("../adapters/opensearch/vector-indices.ts");
  const client = await connectCluster(index);
  closing.push(() => client.close());
  await claim("opensearch");
  const hasVectors = await hasVectorSearch(client);
  const vectors = describeVectors(hasVectors, index);
  return {
    address: index,
    hasVectors,
    description: `${client.place}; ${vectors}`,
    check: async () => `${await describeHealth(client, storeId)}; ${vectors}`,
  };
}
