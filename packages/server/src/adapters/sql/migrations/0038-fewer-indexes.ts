import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Each index is a page or two that the commit of one more source writes. The index of builds under way is as small as their queue,
 * and that of turns never changes: claims and ends of builds wrote the two before them. Of versions and of chunk sets one
 * index finds all of a source, and has one active or whole one: in its place an empty text stands for the id.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  for (const before of [
    ...["builds_by_turn", "builds_by_lease", "versions_of_source", "versions_one_active"],
    ...["chunk_sets_of_version", "chunk_sets_whole"],
  ])
    await schema.dropIndex(before).ifExists().execute();
  await schema
    .createIndex("builds_under_way")
    .on("builds")
    .columns(["lane", "status", "turn", "ordinal"])
    .where(sql<boolean>`status = 'Pending' or status = 'Processing'`)
    .execute();
  await schema.createIndex("builds_in_lane").on("builds").columns(["lane", "turn"]).execute();
  await sql`create unique index versions_of_source on versions
    (file_id, (case when status = 'active' then '' else version_id end))`.execute(database);
  await sql`create unique index chunk_sets_of_version on chunk_sets
    (version_id, config_hash, (case when is_whole = 1 then '' else chunk_set_id end))`.execute(database);
};

export const fewerIndexes: Migration = { up };
