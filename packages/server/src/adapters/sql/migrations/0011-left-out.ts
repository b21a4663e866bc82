import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What a crawl or a repository did not read. Builds before this migration said it in their message only. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("builds").addColumn("left_out", "text").execute();
};

export const leftOutCounts: Migration = { up };
