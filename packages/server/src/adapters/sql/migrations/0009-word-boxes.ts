import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Where the words of an element are on its page. What was read before has none until it is read again. SQLite keeps
 * bytes as they are in a column of any type; in PostgreSQL they are a bytea.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("elements").addColumn("word_boxes", sql`bytea`).execute();
};

export const wordBoxes: Migration = { up };
