import { type Kysely, sql } from "kysely";
import { lanes } from "../../builds/lane.ts";
import type { DatabaseMeasure } from "../../ports/database-measure.ts";
import { isUnderWay } from "./build-row.ts";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";

/** Counts what the database holds: builds by an index, sources by a scan. */
export async function measureDatabase(database: Kysely<Database>): Promise<DatabaseMeasure> {
  const rows = await database
    .selectFrom("builds")
    .select(({ fn }) => ["lane", "status", fn.countAll().as("builds"), fn.min("created_at").as("oldest")])
    .where("lane", "in", lanes)
    .where(isUnderWay)
    .groupBy(["lane", "status"])
    .execute();
  const { sources, bytes } = await database
    .selectFrom("sources")
    .select(({ fn }) => [fn.countAll().as("sources"), fn.sum("file_size").as("bytes")])
    .executeTakeFirstOrThrow();
  return {
    builds: (["Pending", "Processing"] as const).flatMap((state) =>
      lanes.map((lane) => {
        const row = rows.find((each) => each.status === state && each.lane === lane);
        return { state, lane, count: Number(row?.builds ?? 0), oldest: row ? new Date(row.oldest) : null };
      }),
    ),
    sources: Number(sources),
    originalBytes: Number(bytes ?? 0),
    databaseBytes: await databaseBytes(database),
  };
}

async function databaseBytes(database: Kysely<Database>): Promise<number> {
  const size = isSqlite(database)
    ? sql<{
        bytes: number;
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    : sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(database);
  return Number(rows[0]?.bytes ?? 0);
}
