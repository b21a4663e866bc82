import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The highest version that a deleted flow had: one row. New flows begin above it, so that no version comes back. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable("flow_versions")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("deleted", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into flow_versions (id, deleted) values (1, 0)`.execute(database);
};

export const flowVersions: Migration = { up };
