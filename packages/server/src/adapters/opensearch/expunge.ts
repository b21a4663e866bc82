import type { SearchClient } from "./open-search-client.ts";

/** The number of the latest operation of each index. */
export type Marks = Map<string, number>;

type ShardStats = {
  seq_no: { max_seq_no: number };
  retention_leases: { leases: { retaining_seq_no: number }[] };
};
type IndexStats = { indices?: Record<string, { shards: Record<string, ShardStats[]> }> };

const readStats = async (client: SearchClient, alias: string): Promise<Map<string, ShardStats[]>> => {
  const stats = await client.ask<IndexStats>({
    method: "GET",
    path: `/${alias}-*/_stats?level=shards&filter_path=indices.*.shards.*.seq_no,indices.*.shards.*.retention_leases`,
  });
  return new Map(
    Object.entries(stats?.indices ?? {}).map(([name, { shards }]) => [name, Object.values(shards).flat()]),
  );
};

/** Notes what has been deleted by now in the indices of a project. */
export async function markDeletions(client: SearchClient, alias: string): Promise<Marks> {
  const stats = await readStats(client, alias);
  return new Map(
    [...stats].map(([name, copies]) => [
      name,
      Math.max(-1, ...copies.map(({ seq_no }) => seq_no.max_seq_no)),
    ]),
  );
}

/**
 * Whether a merge drops what was deleted up to the marks. A copy of a shard retains what another might ask for: it lets
 * go within half a minute. Null: an index came since, so the marks say too little.
 */
export async function isReleased(client: SearchClient, alias: string, marks: Marks): Promise<boolean | null> {
  const stats = await readStats(client, alias);
  for (const [name, copies] of stats) {
    const mark = marks.get(name);
    if (mark === undefined) return null;
    const retained = copies.flatMap(({ retention_leases }) =>
      retention_leases.leases.map((lease) => lease.retaining_seq_no),
    );
    if (Math.min(...retained) <= mark) return false;
  }
  return true;
}

/** Writes every segment anew that has something deleted, and removes the old files and log. */
export async function expunge(client: SearchClient, alias: string): Promise<void> {
  const steps = [
    "_flush?force=true",
    "_forcemerge?only_expunge_deletes=true",
    "_refresh",
    "_flush?force=true",
  ];
  for (const step of steps)
    await client.ask({ method: "POST", path: `/${alias}-*/${step}`, timeoutMs: mergeMs });
}

/** A merge writes a whole segment of up to 5 GB anew. */
const mergeMs = 30 * 60_000;
