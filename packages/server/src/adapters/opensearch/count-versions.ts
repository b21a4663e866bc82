import type { ProjectStore } from "../../auth/project.ts";
import type { VersionId } from "../../kernel/ids.ts";
import type { WordStore } from "../../retrieval/words/word-store.ts";
import { aliasOf } from "./generations.ts";
import type { SearchClient } from "./open-search-client.ts";

/** Document versions by how the index in a cluster compares with the database. */
export async function compareWithCluster(
  { client, store, storeId }: { client: SearchClient; store: WordStore; storeId: string },
  projects: Pick<ProjectStore, "list">,
): Promise<{ inPlace: number; missing: number; leftOver: number }> {
  const comparison = { inPlace: 0, missing: 0, leftOver: 0 };
  for (const { projectId } of await projects.list()) {
    const indexed = await countByVersion(client, aliasOf(storeId, projectId));
    for (const { versionId, chunks } of await store.activeVersions(projectId)) {
      if ((indexed.get(versionId) ?? 0) === chunks) comparison.inPlace += 1;
      else comparison.missing += 1;
      indexed.delete(versionId);
    }
    comparison.leftOver += indexed.size;
  }
  return comparison;
}

type Buckets = {
  aggregations?: {
    values: { after_key?: object; buckets: { key: { value: string }; doc_count: number }[] };
  };
};

/** Chunks by version, of an index; none where it is missing. */
export const countByVersion = (client: SearchClient, index: string): Promise<Map<VersionId, number>> =>
  countBy(client, index, "version");

/** Chunks by the value of a field; none where the index is missing. */
export async function countBy(
  client: SearchClient,
  index: string,
  field: "version" | "set",
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after: object | undefined; ; ) {
    const found = await client.ask<Buckets>({
      method: "POST",
      path: `/${index}/_search?allow_partial_search_results=false`,
      body: {
        size: 0,
        aggs: {
          values: {
            composite: {
              size: 1_000,
              sources: [{ value: { terms: { field } } }],
              ...(after && { after }),
            },
          },
        },
      },
      timeoutMs: 60_000,
    });
    const { buckets = [], after_key } = found?.aggregations?.values ?? {};
    for (const { key, doc_count } of buckets) counts.set(key.value, doc_count);
    if (!after_key) return counts;
    after = after_key;
  }
}
