import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Tags of sources. What was added before has none. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .alterTable("sources")
    .addColumn("tags", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await schema
    .createTable("source_tags")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("tag", "text", (column) => column.notNull())
    .addColumn("file_id", "text", (column) =>
      column.notNull().references("sources.file_id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("source_tags_key", ["project_id", "tag", "file_id"] as never)
    .execute();
  await schema.createIndex("source_tags_of_source").on("source_tags").column("file_id").execute();
};

export const tags: Migration = { up };
