import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isSqlite } from "../is-sqlite.ts";

/** What happened in projects, and the number of each project's latest event, which stays when the event itself is removed. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const number = isSqlite(database) ? "integer" : "bigint";
  await schema
    .createTable("event_numbers")
    .addColumn("project_id", "text", (column) => column.primaryKey())
    .addColumn("latest", number, (column) => column.notNull())
    .execute();
  await schema
    .createTable("project_events")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("number", number, (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("facts", "text", (column) => column.notNull())
    .addColumn("key", "text")
    .addPrimaryKeyConstraint("project_events_key", ["project_id", "number"])
    .addUniqueConstraint("project_events_once", ["project_id", "key"])
    .execute();
  await schema.createIndex("project_events_by_time").on("project_events").column("at").execute();
};

export const projectEvents: Migration = { up };
