import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isSqlite } from "../is-sqlite.ts";

/** The audit log. No row refers to another table: what was deleted stays in it by its id. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .createTable("audit_entries")
    .addColumn("seq", isSqlite(database) ? "integer" : "bigint", (column) => column.primaryKey())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("entry", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("audit_entries_by_time").on("audit_entries").column("at").execute();
};

export const auditEntries: Migration = { up };
