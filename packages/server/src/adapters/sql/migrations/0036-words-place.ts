import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Where the index of words is that the processes of this store keep up: null for this database. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("store").addColumn("words_in", "text").execute();
};

export const wordsPlace: Migration = { up };
