import type { Kysely } from "kysely";
import type { Database } from "../schema.ts";

/** How many builds a worker is reading at the moment. */
export async function countHeldBuilds(database: Kysely<Database>, now: Date): Promise<number> {
  const { count } = await database
    .selectFrom("builds")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("status", "=", "Processing")
    .where("lease_owner", "is not", null)
    .where("lease_until", ">", now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}
