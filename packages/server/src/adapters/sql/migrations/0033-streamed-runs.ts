import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The events of streamed answers and runs, for the other processes of a fleet: one row for what one process wrote at a time. */
const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable("streamed_runs")
    .addColumn("run_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("outlives_service", "integer", (column) => column.notNull())
    .addColumn("is_taken_up", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("stop_reason", "text")
    .addColumn("forgotten", "text", (column) => column.notNull())
    .addColumn("leased_until", "text", (column) => column.notNull())
    .addColumn("followed_until", "text", (column) => column.notNull())
    .addColumn("kept_until", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("streamed_runs_of_project").on("streamed_runs").column("project_id").execute();
  await schema
    .createTable("streamed_events")
    .addColumn("run_id", "text", (column) =>
      column.notNull().references("streamed_runs.run_id").onDelete("cascade"),
    )
    .addColumn("first_id", "integer", (column) => column.notNull())
    .addColumn("last_id", "integer", (column) => column.notNull())
    .addColumn("frames", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("streamed_events_key", ["run_id", "first_id"])
    .execute();
};

export const streamedRuns: Migration = { up };
