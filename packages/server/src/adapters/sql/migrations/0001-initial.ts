import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;

  await schema
    .createTable("projects")
    .addColumn("project_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();

  await schema
    .createTable("tokens")
    .addColumn("token_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.project_id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("prefix", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("read_only", "integer", (column) => column.notNull())
    .addColumn("expires_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("tokens_by_project").on("tokens").column("project_id").execute();
  await schema.createIndex("tokens_by_prefix").on("tokens").column("prefix").execute();

  await schema
    .createTable("sources")
    .addColumn("file_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.project_id"))
    .addColumn("file_name", "text", (column) => column.notNull())
    .addColumn("file_size", "integer", (column) => column.notNull())
    .addColumn("file_type", "text", (column) => column.notNull())
    .addColumn("file_source", "text", (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("sources_in_order").on("sources").columns(["project_id", "ordinal"]).execute();
  await schema.createIndex("sources_by_name").on("sources").columns(["project_id", "file_name"]).execute();
  await schema
    .createIndex("sources_by_content")
    .on("sources")
    .columns(["project_id", "content_hash"])
    .execute();

  await schema
    .createTable("builds")
    .addColumn("build_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("file_id", "text", (column) =>
      column.notNull().references("sources.file_id").onDelete("cascade"),
    )
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("message", "text")
    .addColumn("error", "text")
    .addColumn("progress", "text")
    .addColumn("total_partitions", "integer")
    .addColumn("total_pages", "integer")
    .addColumn("failed_pages", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("lease_owner", "text")
    .addColumn("lease_until", "text")
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("builds_of_source").on("builds").columns(["file_id", "ordinal"]).execute();
  await schema.createIndex("builds_in_order").on("builds").column("ordinal").execute();
  await schema.createIndex("builds_by_status").on("builds").columns(["status", "ordinal"]).execute();

  await schema
    .createTable("versions")
    .addColumn("version_id", "text", (column) => column.primaryKey())
    .addColumn("file_id", "text", (column) => column.notNull())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("total_pages", "integer", (column) => column.notNull())
    .addColumn("failed_pages", "text", (column) => column.notNull())
    .addColumn("element_count", "integer", (column) => column.notNull())
    .addColumn("chunk_count", "integer", (column) => column.notNull())
    .execute();
  await schema.createIndex("versions_of_source").on("versions").columns(["file_id", "status"]).execute();
  await schema
    .createIndex("versions_of_project")
    .on("versions")
    .columns(["project_id", "status", "version_id"])
    .execute();
  await schema
    .createIndex("versions_one_active")
    .unique()
    .on("versions")
    .column("file_id")
    .where("status" as never, "=", "active")
    .execute();

  await schema
    .createTable("elements")
    .addColumn("version_id", "text", (column) => column.notNull().references("versions.version_id"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("element_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("page_number", "integer", (column) => column.notNull())
    .addColumn("section_number", "integer", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("image", "text")
    .addPrimaryKeyConstraint("elements_key", ["version_id", "position"] as never)
    .execute();
  await schema
    .createIndex("elements_by_id")
    .unique()
    .on("elements")
    .columns(["version_id", "element_id"])
    .execute();
  // Filters and counts read this index alone, never the rows with their payload.
  await schema
    .createIndex("elements_outline")
    .on("elements")
    .columns(["version_id", "position", "type", "page_number"])
    .execute();

  await schema
    .createTable("chunks")
    .addColumn("version_id", "text", (column) => column.notNull().references("versions.version_id"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("chunk_id", "text", (column) => column.notNull().unique())
    .addColumn("payload", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("chunks_key", ["version_id", "position"] as never)
    .execute();

  await schema
    .createTable("conversations")
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.project_id"))
    .addColumn("conversation_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversations_key", ["project_id", "conversation_id"] as never)
    .execute();

  await schema
    .createTable("turns")
    .addColumn("turn_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("conversation_id", "text", (column) => column.notNull())
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addForeignKeyConstraint(
      "turns_of_conversation",
      ["project_id", "conversation_id"] as never,
      "conversations",
      ["project_id", "conversation_id"],
    )
    .execute();
  await schema
    .createIndex("turns_in_order")
    .unique()
    .on("turns")
    .columns(["project_id", "conversation_id", "ordinal"])
    .execute();

  await schema
    .createTable("turn_sources")
    .addColumn("turn_id", "text", (column) =>
      column.notNull().references("turns.turn_id").onDelete("cascade"),
    )
    .addColumn("file_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("turn_sources_key", ["turn_id", "file_id"] as never)
    .execute();
  await schema.createIndex("turns_by_source").on("turn_sources").column("file_id").execute();
};

/** There is no way back: an older Headwater refuses a newer data folder instead. */
export const initial: Migration = { up };
