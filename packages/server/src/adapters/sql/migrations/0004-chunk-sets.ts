import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What every version was cut by until now, spelled as it stays in the database: a later default must not change it. */
const config = '{"chunker":"title","max":1500,"target":900}';
const configHash = "09209c4702291ad6a9095e71dd039f7fa61e16fbf61e37c043575f64d6c16869";

/**
 * Chunks are keyed by chunk set instead of by version. The set of each version takes the version's id, so that rows move
 * inside the database, without a look at documents; chunks keep their ids.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;

  await schema
    .createTable("chunk_sets")
    .addColumn("chunk_set_id", "text", (column) => column.primaryKey())
    .addColumn("version_id", "text", (column) => column.notNull().references("versions.version_id"))
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("config_hash", "text", (column) => column.notNull())
    .addColumn("chunk_count", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("chunk_sets_of_version")
    .unique()
    .on("chunk_sets")
    .columns(["version_id", "config_hash"])
    .execute();
  await sql`insert into chunk_sets (chunk_set_id, version_id, config, config_hash, chunk_count)
            select version_id, version_id, ${config}, ${configHash}, chunk_count from versions`.execute(
    database,
  );

  await schema
    .createTable("chunks_of_sets")
    .addColumn("chunk_set_id", "text", (column) => column.notNull().references("chunk_sets.chunk_set_id"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("chunk_id", "text", (column) => column.notNull().unique())
    .addColumn("payload", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("chunks_of_sets_key", ["chunk_set_id", "position"] as never)
    .execute();
  await sql`insert into chunks_of_sets (chunk_set_id, position, chunk_id, payload)
            select version_id, position, chunk_id, payload from chunks order by version_id, position`.execute(
    database,
  );
  await schema.dropTable("chunks").execute();
  await schema.alterTable("chunks_of_sets").renameTo("chunks").execute();
  await schema.alterTable("versions").dropColumn("chunk_count").execute();
};

export const chunkSets: Migration = { up };
