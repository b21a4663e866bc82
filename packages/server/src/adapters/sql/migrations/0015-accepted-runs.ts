import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Runs of flows that go on after a restart, and what their nodes gave so far. Sets of files that outlive one of their files. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await nameSets(database);
  await schema
    .createTable("accepted_runs")
    .addColumn("run_id", "text", (column) => column.primaryKey())
    .addColumn("flow_id", "text", (column) =>
      column.notNull().references("flows.flow_id").onDelete("cascade"),
    )
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("resumed", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("ended_at", "text")
    .addColumn("drawn_set_id", "text", (column) => column.references("drawn_sets.set_id").onDelete("cascade"))
    .execute();
  await schema.createIndex("accepted_runs_by_flow").on("accepted_runs").column("flow_id").execute();
  await schema.createIndex("accepted_runs_ended").on("accepted_runs").column("ended_at").execute();
  await schema.createIndex("accepted_runs_by_files").on("accepted_runs").column("drawn_set_id").execute();
  await schema
    .createTable("accepted_run_steps")
    .addColumn("run_id", "text", (column) =>
      column.notNull().references("accepted_runs.run_id").onDelete("cascade"),
    )
    .addColumn("node_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("drawn_set_id", "text", (column) => column.references("drawn_sets.set_id").onDelete("cascade"))
    .addPrimaryKeyConstraint("accepted_run_steps_key", ["run_id", "node_id"] as never)
    .execute();
  await schema
    .createIndex("accepted_run_steps_by_files")
    .on("accepted_run_steps")
    .column("drawn_set_id")
    .execute();
};

/** A set is found by what is in it, until a file of it is deleted. */
const nameSets = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema.alterTable("drawn_sets").addColumn("files_hash", "text").execute();
  await sql`update drawn_sets set files_hash = set_id`.execute(database);
  await database.schema
    .createIndex("drawn_sets_by_files")
    .unique()
    .on("drawn_sets")
    .column("files_hash")
    .execute();
};

export const acceptedRuns: Migration = { up };
