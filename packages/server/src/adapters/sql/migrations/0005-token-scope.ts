import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What a token may do beyond the contract's operations; null for nothing, as in every row before this migration. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("tokens").addColumn("scope", "text").execute();
};

export const tokenScope: Migration = { up };
