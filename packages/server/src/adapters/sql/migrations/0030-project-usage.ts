import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isSqlite } from "../is-sqlite.ts";

/** What projects may use, and what they used on each day. No row refers to another table: counts come late, and in batches. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const number = isSqlite(database) ? "integer" : "bigint";
  await schema
    .createTable("project_limits")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("value", number, (column) => column.notNull())
    .addPrimaryKeyConstraint("project_limits_key", ["project_id", "name"])
    .execute();
  // Each claim of a build asks which projects limit their builds.
  await schema
    .createIndex("project_limits_by_name")
    .on("project_limits")
    .columns(["name", "project_id"])
    .execute();
  await schema
    .createTable("project_usage")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("amount", number, (column) => column.notNull())
    .addPrimaryKeyConstraint("project_usage_key", ["project_id", "day", "what", "purpose", "model"])
    .execute();
};

export const projectUsage: Migration = { up };
