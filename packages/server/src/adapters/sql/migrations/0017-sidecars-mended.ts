import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When the sidecars were last compared with the database. Null, as after this update: never. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("store").addColumn("sidecars_mended_at", "text").execute();
};

export const sidecarsMended: Migration = { up };
