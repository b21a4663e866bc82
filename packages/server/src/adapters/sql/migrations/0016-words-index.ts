import { type Kysely, SqliteAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The words' index: the terms of each chunk, what changed since the latest segment, and the segments. The chunks of an
 * older database have no terms yet: their sets are listed in `unindexed_sets`, and the service indexes them in the
 * background.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema.alterTable("chunks").addColumn("terms", sql`bytea`).execute();
  // AUTOINCREMENT: a number must never come back, and SQLite knows it for the type "integer" only.
  const isSqlite = database.getExecutor().adapter instanceof SqliteAdapter;
  const numbered = isSqlite ? "integer" : "bigint";
  await schema
    .createTable("word_changes")
    .addColumn("number", numbered, (column) =>
      isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("version_id", "text", (column) => column.notNull())
    .addColumn("file_id", "text", (column) => column.notNull())
    .addColumn("chunk_set_id", "text", (column) => column.notNull())
    .addColumn("chunks", "integer", (column) => column.notNull())
    .addColumn("is_gone", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("word_changes_of_project")
    .on("word_changes")
    .columns(isSqlite ? ["project_id"] : ["project_id", "number"])
    .execute();
  await schema
    .createTable("word_segments")
    .addColumn("segment_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("checksum", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("word_segments_of_project")
    .on("word_segments")
    .columns(["project_id", "segment_id"])
    .execute();
  await schema
    .createTable("word_segment_parts")
    .addColumn("segment_id", "text", (column) => column.notNull())
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("bytes", sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint("word_segment_parts_key", ["segment_id", "part"] as never)
    .execute();
  if (!isSqlite) await sql`alter table word_segment_parts alter bytes set storage external`.execute(database);
  await schema
    .createTable("unindexed_sets")
    .addColumn("chunk_set_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .execute();
  await sql`insert into unindexed_sets (chunk_set_id, project_id)
            select chunk_set_id, project_id from chunk_sets
            join versions on versions.version_id = chunk_sets.version_id
            where status = 'active' and is_whole = 1`.execute(database);
};

export const wordsIndex: Migration = { up };
