import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isSqlite } from "../is-sqlite.ts";

/** Addresses that get the events of a project, and the events that they did not take. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const number = isSqlite(database) ? "integer" : "bigint";
  await schema
    .createTable("webhooks")
    .addColumn("webhook_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("types", "text")
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("position", number, (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("disabled", "text")
    .execute();
  await schema.createIndex("webhooks_of_project").on("webhooks").column("project_id").execute();
  await schema
    .createTable("webhook_deliveries")
    .addColumn("webhook_id", "text", (column) =>
      column.notNull().references("webhooks.webhook_id").onDelete("cascade"),
    )
    .addColumn("number", number, (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("due_at", "text")
    .addColumn("error", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhook_deliveries_key", ["webhook_id", "number"])
    .execute();
  await schema
    .createIndex("webhook_deliveries_due")
    .on("webhook_deliveries")
    .columns(["webhook_id", "due_at"])
    .execute();
};

export const webhooks: Migration = { up };
