import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { describeWordIndex } from "../../../testing/contracts/word-index.contract.ts";
import type { OpenWordIndex } from "../../../testing/indexed-project.ts";
import { needsSearch, type SearchCluster, startSearchCluster } from "../../../testing/search-cluster.ts";
import { createSearchClient, type SearchClient } from "./open-search-client.ts";
import { parseOpenSearchAddress } from "./opensearch-address.ts";
import { createOpenSearchWords } from "./opensearch-words.ts";

needsSearch("with an OpenSearch node", () => {
  let cluster: SearchCluster;
  let client: SearchClient;
  const storeId = randomUUID();
  beforeAll(async () => {
    cluster = await startSearchCluster();
    client = createSearchClient(parseOpenSearchAddress(cluster.address));
  }, 180_000);
  afterAll(async () => {
    await client.close();
    await cluster.stop();
  });

  /** The keeper works beside each search, as its timer lets it. */
  const open: OpenWordIndex = (store) => {
    const words = createOpenSearchWords({ client, store, storeId });
    const beside = async <T>(work: Promise<T>): Promise<T> => (await Promise.all([work, words.tidy()]))[0];
    return {
      ...words,
      search: (...asked) => beside(words.search(...asked)),
      searchAll: (...asked) => beside(words.searchAll(...asked)),
    };
  };
  describeWordIndex("in OpenSearch", open);
});
