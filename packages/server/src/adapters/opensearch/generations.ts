import type { ProjectId } from "../../kernel/ids.ts";
import type { SearchClient } from "./open-search-client.ts";

/** The index of a project, as it was made once. Another one takes its place when the project is indexed anew. */
export type Generation = {
  name: string;
  cursor: Cursor;
  /** Whether questions are answered from it. */
  answers: boolean;
};

/** `isCurrent`: it has the form of this version, and is worth filling. */
export type ListedGeneration = Generation & { isCurrent: boolean };

/** How far an index is. It is one of its own documents, and written with the documents that it counts. */
export type Cursor = {
  /** The latest change that it shows. */
  readTo: number;
  /** While it is being filled: the latest version that is in, in the order of their ids. Null once all are in. */
  filledTo: string | null;
};

/** Raise it when documents or mapping change: every project is indexed anew, and the old index answers until then. */
const format = 1;

/** Those of one store, in the order in which they were made. Alias of the one that answers: the name without its last part. */
export const aliasOf = (storeId: string, projectId: ProjectId): string => `headwater-${storeId}-${projectId}`;

/** Projects of a store that have an index. */
export async function listProjects(client: SearchClient, storeId: string): Promise<ProjectId[]> {
  const prefix = `headwater-${storeId}-`;
  const indices = await client.ask<Record<string, unknown>>({ method: "GET", path: `/${prefix}*/_alias` });
  const ids = Object.keys(indices ?? {}).map((name) => name.slice(prefix.length, name.lastIndexOf("-")));
  return [...new Set(ids)];
}

export const cursorId = "cursor";

/** The most hits that one search may ask for. */
export const maxHits = 20_000;

/**
 * One shard: the statistics of BM25 are those of its index. `refresh_interval`: what was written is searched once the
 * keeper says so. The settings of soft deletes and merges let what was deleted go: see `expunge`.
 */
export const indexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: "0-1",
  refresh_interval: "-1",
  merge: { policy: { expunge_deletes_allowed: 0 } },
  soft_deletes: { retention_lease: { period: "1s" } },
};

/** Terms are hashes that we have cut, so no language needs a plugin. No texts, and no positions: nothing is marked in hits. */
const mappings = {
  _meta: { headwater: format },
  dynamic: "strict",
  _source: { enabled: false },
  properties: {
    terms: { type: "text", analyzer: "whitespace", index_options: "freqs" },
    version: { type: "keyword" },
    file: { type: "keyword" },
    set: { type: "keyword", index: false },
    position: { type: "integer", index: false },
    read_to: { type: "long", index: false },
    filled_to: { type: "keyword", index: false },
  },
};

export const cursorLines = (index: string, { readTo, filledTo }: Cursor): string =>
  `${JSON.stringify({ index: { _index: index, _id: cursorId } })}\n${JSON.stringify({
    read_to: readTo,
    ...(filledTo !== null && { filled_to: filledTo }),
  })}\n`;

/** Makes an empty index, which answers at once where no other does. */
export async function createGeneration(
  client: SearchClient,
  alias: string,
  { number, answers, readTo }: { number: number; answers: boolean; readTo: number },
): Promise<Generation> {
  const name = `${alias}-${number}`;
  const cursor = { readTo, filledTo: "" };
  await client.ask({
    method: "PUT",
    path: `/${name}`,
    body: { settings: { index: { ...indexSettings, max_result_window: maxHits } }, mappings },
    timeoutMs: 30_000,
  });
  await client.ask({ method: "POST", path: "/_bulk?refresh=true", lines: cursorLines(name, cursor) });
  // It can be searched by now: before, a search of it would fail.
  if (answers) await letAnswer(client, alias, name, []);
  return { name, cursor, answers };
}

type IndexFacts = Record<
  string,
  { aliases?: Record<string, unknown>; mappings?: { _meta?: { headwater?: number } } }
>;

/** What there is of a project, oldest first: whole ones and one that is being filled. What else has such a name is removed. */
export async function listGenerations(client: SearchClient, alias: string): Promise<ListedGeneration[]> {
  const facts =
    (await client.ask<IndexFacts>({
      method: "GET",
      path: `/${alias}-*?filter_path=*.aliases,*.mappings._meta`,
    })) ?? {};
  const found = [];
  for (const [name, { aliases = {}, mappings: made }] of Object.entries(facts)) {
    const isOurs = made?._meta?.headwater !== undefined;
    // What was written before a crash is seen, too.
    if (isOurs) await refreshIndex(client, name);
    const cursor = isOurs ? await readCursor(client, name) : null;
    if (cursor === null) await removeIndex(client, name);
    else
      found.push({ name, cursor, answers: alias in aliases, isCurrent: made?._meta?.headwater === format });
  }
  return found.sort((one, other) => numberOf(one) - numberOf(other));
}

/** Has every index of a project taken for one of an older form, so that a new one is made. Answers whether there is one. */
export async function outdateGenerations(client: SearchClient, alias: string): Promise<boolean> {
  const names = Object.keys(
    (await client.ask<IndexFacts>({ method: "GET", path: `/${alias}-*?filter_path=*.aliases` })) ?? {},
  );
  for (const name of names)
    await client.ask({
      method: "PUT",
      path: `/${name}/_mapping`,
      body: { _meta: { headwater: 0 } },
      timeoutMs: 30_000,
    });
  return names.length > 0;
}

export const numberOf = ({ name }: Pick<Generation, "name">): number => Number(name.split("-").at(-1));

type CursorHits = { hits?: { hits: { fields?: { read_to?: [number]; filled_to?: [string] } }[] } };

/** How far what is searched is; null where there is no such index, or alias. */
export async function readCursor(client: SearchClient, index: string): Promise<Cursor | null> {
  const found = await client.ask<CursorHits>({
    method: "POST",
    path: `/${index}/_search?allow_partial_search_results=false&filter_path=hits.hits.fields`,
    body: {
      query: { ids: { values: [cursorId] } },
      size: 1,
      _source: false,
      docvalue_fields: ["read_to", "filled_to"],
    },
  });
  const fields = found?.hits?.hits[0]?.fields;
  if (!fields?.read_to) return null;
  return { readTo: fields.read_to[0], filledTo: fields.filled_to?.[0] ?? null };
}

export async function refreshIndex(client: SearchClient, index: string): Promise<void> {
  await client.ask({ method: "POST", path: `/${index}/_refresh`, timeoutMs: 60_000 });
}

/** Lets an index answer in place of the others of its project, which are removed in the same step. */
export async function letAnswer(
  client: SearchClient,
  alias: string,
  name: string,
  others: string[],
): Promise<void> {
  await client.ask({
    method: "POST",
    path: "/_aliases",
    body: {
      actions: [{ add: { index: name, alias } }, ...others.map((index) => ({ remove_index: { index } }))],
    },
    timeoutMs: 30_000,
  });
}

export async function removeIndex(client: SearchClient, name: string): Promise<void> {
  await client.ask({ method: "DELETE", path: `/${name}`, timeoutMs: 30_000 });
}
