import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The span that asked for a build, so that its reading is part of that trace at any worker. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("builds").addColumn("trace", "text").execute();
};

export const buildTraces: Migration = { up };
