import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Embedding spaces, the vectors in them by the hash of their text, and which chunk has which. SQLite keeps the bytes of a
 * vector as they are in a column of any type; in PostgreSQL they are a bytea.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .createTable("embedding_spaces")
    .addColumn("space_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.project_id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_whole", "integer", (column) => column.notNull())
    .addUniqueConstraint("embedding_spaces_by_name", ["project_id", "name"] as never)
    .execute();
  await schema
    .createTable("vectors")
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("vector", sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint("vectors_key", ["space_id", "content_hash"] as never)
    .execute();
  await schema
    .createTable("chunk_vectors")
    .addColumn("chunk_set_id", "text", (column) => column.notNull())
    .addColumn("space_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("chunk_vectors_key", ["chunk_set_id", "space_id", "position"] as never)
    .execute();
  await schema
    .createIndex("chunk_vectors_by_content")
    .on("chunk_vectors")
    .columns(["space_id", "content_hash"])
    .execute();
  await schema
    .createTable("embedded_sets")
    .addColumn("chunk_set_id", "text", (column) => column.notNull())
    .addColumn("space_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("embedded_sets_key", ["chunk_set_id", "space_id"] as never)
    .execute();
  await schema.createIndex("embedded_sets_of_space").on("embedded_sets").column("space_id").execute();
};

export const vectors: Migration = { up };
