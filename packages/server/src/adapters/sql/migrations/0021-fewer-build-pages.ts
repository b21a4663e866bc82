import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Each index of the builds is a page that every commit of a build writes. `builds_by_turn` also answers what the index by
 * status did, and only builds that are claimed have a lease.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema.dropIndex("builds_by_status").ifExists().execute();
  await schema.dropIndex("builds_by_lease").ifExists().execute();
  await schema
    .createIndex("builds_by_lease")
    .on("builds")
    .columns(["lane", "status", "lease_until"])
    .where(sql.ref("lease_until"), "is not", null)
    .execute();
};

export const fewerBuildPages: Migration = { up };
