import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isSqlite } from "../is-sqlite.ts";

/**
 * In PostgreSQL the ordinals of builds come from a sequence. `max() + 1` gave transactions that ran at once the same one,
 * and a lock over the builds of all projects would have every upload wait for every other.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  if (isSqlite(database)) return;
  await sql`create sequence build_ordinals owned by builds.ordinal`.execute(database);
  await sql`select setval('build_ordinals', coalesce(max(ordinal), 0) + 1, false) from builds`.execute(
    database,
  );
};

export const buildOrdinals: Migration = { up };
