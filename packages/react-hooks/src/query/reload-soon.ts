import { hashKey, type QueryClient, type QueryFilters, type QueryKey } from "@tanstack/react-query";

/** Milliseconds between a reload and the next one. While changes keep coming it grows by half up to `maxPauseMs`. */
const firstPauseMs = 500;
const maxPauseMs = 3_000;

/** What may be reloaded: the queries below a key, or those of them that `predicate` takes. */
export type Reloaded = { queryKey: QueryKey } & Pick<QueryFilters, "predicate">;

/** For each query client and key: the hashes of the queries that have changed since their reload began. */
const changed = new WeakMap<QueryClient, Map<string, Set<string>>>();

/**
 * Marks queries as stale, and reloads those in use: at once, and when many changes follow each other, together after
 * a pause. After the last change they are always reloaded once more. All hooks of a query client share the pauses.
 */
export function reloadSoon(queryClient: QueryClient, filters: Reloaded): void {
  const hashes = queryClient
    .getQueryCache()
    .findAll(filters)
    .map(({ queryHash }) => queryHash);
  void queryClient.invalidateQueries({ ...filters, refetchType: "none" });
  const ofClient = changed.get(queryClient) ?? new Map<string, Set<string>>();
  changed.set(queryClient, ofClient);
  const key = hashKey(filters.queryKey);
  const waiting = ofClient.get(key);
  if (waiting) for (const hash of hashes) waiting.add(hash);
  else if (hashes.length > 0) {
    const due = new Set(hashes);
    ofClient.set(key, due);
    void reloadUntilDone(queryClient, due).finally(() => ofClient.delete(key));
  }
}

/** Waits for each reload before the next one, so that a list which loads slowly is not cancelled again and again. */
async function reloadUntilDone(queryClient: QueryClient, due: Set<string>): Promise<void> {
  for (let pauseMs = firstPauseMs; due.size > 0; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    const hashes = new Set(due);
    due.clear();
    await queryClient.refetchQueries({ type: "active", predicate: ({ queryHash }) => hashes.has(queryHash) });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
