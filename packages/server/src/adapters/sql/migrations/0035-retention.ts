import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** After how many days things of a project are removed, and when the original of a source was. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .createTable("project_retention")
    .addColumn("project_id", "text", (column) => column.primaryKey())
    .addColumn("conversation_days", "integer")
    .addColumn("run_days", "integer")
    .addColumn("original_days", "integer")
    .execute();
  await schema.alterTable("sources").addColumn("original_removed_at", "text").execute();
};

export const retention: Migration = { up };
