import { connectCluster, describeCluster } from "../adapters/opensearch/connect-cluster.ts";
import type { Settings } from "../config.ts";
import type { Closing } from "./closing.ts";

/** The cluster that the words' index is in. */
export type SearchCluster = {
  /** With its password. */
  address: string;
  /** What `/readyz` says of it; rejects while it can't be used. */
  check(): Promise<string>;
};

/** Null where the index is in the database. Throws OperatorError. */
export async function openSearchCluster(
  { index }: Pick<Settings, "index">,
  { storeId, closing }: { storeId: string; closing: Closing },
): Promise<SearchCluster | null> {
  if (index === null) return null;
  const { client } = await connectCluster(index);
  closing.push(() => client.close());
  return { address: index, check: () => describeCluster(client, storeId) };
}
