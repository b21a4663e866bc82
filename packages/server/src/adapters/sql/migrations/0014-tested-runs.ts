import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Runs that evaluated a test set. Runs before this migration did not record it. */
const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .alterTable("flow_runs")
    .addColumn("tested", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex("flow_runs_tested")
    .on("flow_runs")
    .columns(["flow_id", "started_at", "run_id"])
    .where(sql.ref("tested"), "=", sql.lit(1))
    .execute();
};

export const testedRuns: Migration = { up };
