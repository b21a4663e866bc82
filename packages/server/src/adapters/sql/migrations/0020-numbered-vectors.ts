import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Numbers the sets of each embedding space, and counts what ceased to be searched, so that who holds vectors in memory
 * reads only what changed.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const counter = (name: string) =>
    schema
      .alterTable("embedding_spaces")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0));
  await counter("added").execute();
  await counter("removed").execute();
  await schema
    .alterTable("embedded_sets")
    .addColumn("number", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update embedded_sets set number = numbered.number
            from (select chunk_set_id, space_id,
                    row_number() over (partition by space_id order by chunk_set_id) as number
                  from embedded_sets) as numbered
            where numbered.chunk_set_id = embedded_sets.chunk_set_id
              and numbered.space_id = embedded_sets.space_id`.execute(database);
  await sql`update embedding_spaces set added =
              (select count(*) from embedded_sets where embedded_sets.space_id = embedding_spaces.space_id)`.execute(
    database,
  );
  await schema.dropIndex("embedded_sets_of_space").execute();
  await schema
    .createIndex("embedded_sets_of_space")
    .unique()
    .on("embedded_sets")
    .columns(["space_id", "number"])
    .execute();
};

export const numberedVectors: Migration = { up };
