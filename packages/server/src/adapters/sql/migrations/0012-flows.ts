import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Flows with all that belongs to them, data derived from versions, and chunk sets that are added to active versions. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  await createFlows(database);
  await createDrawnSets(database);
  await createRuns(database);
  await createDerived(database);
  await markWholeSets(database);
};

const createFlows = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable("flows")
    .addColumn("flow_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.project_id"))
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("description", "text")
    .addColumn("draft", "text", (column) => column.notNull())
    .addColumn("draft_version", "integer", (column) => column.notNull())
    .addColumn("deployed_revision_id", "text")
    .addColumn("was_deployed", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("flows_of_project").on("flows").columns(["project_id", "name"]).execute();
  await schema
    .createTable("flow_revisions")
    .addColumn("revision_id", "text", (column) => column.primaryKey())
    .addColumn("flow_id", "text", (column) =>
      column.notNull().references("flows.flow_id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("graph", "text", (column) => column.notNull())
    .addColumn("files", "text", (column) => column.notNull())
    .addColumn("node_versions", "text", (column) => column.notNull())
    .addColumn("tool_description", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("flow_revisions_in_order", ["flow_id", "number"] as never)
    .execute();
  await schema
    .createTable("prompts")
    .addColumn("prompt_id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.project_id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("prompts_of_project")
    .on("prompts")
    .columns(["project_id", "created_at", "prompt_id"])
    .execute();
};

const createDrawnSets = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable("drawn_sets")
    .addColumn("set_id", "text", (column) => column.primaryKey())
    .addColumn("used_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("drawn_sets_by_use").on("drawn_sets").column("used_at").execute();
  await schema
    .createTable("drawn_set_files")
    .addColumn("set_id", "text", (column) =>
      column.notNull().references("drawn_sets.set_id").onDelete("cascade"),
    )
    .addColumn("file_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("drawn_set_files_key", ["set_id", "file_id"] as never)
    .execute();
  await schema.createIndex("drawn_sets_by_file").on("drawn_set_files").column("file_id").execute();
};

const createRuns = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable("flow_node_records")
    .addColumn("record_id", "text", (column) => column.primaryKey())
    .addColumn("flow_id", "text", (column) =>
      column.notNull().references("flows.flow_id").onDelete("cascade"),
    )
    .addColumn("node_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("drawn_set_id", "text", (column) => column.references("drawn_sets.set_id").onDelete("cascade"))
    .addUniqueConstraint("flow_node_records_by_node", ["flow_id", "node_id"] as never)
    .execute();
  await schema
    .createIndex("flow_node_records_by_files")
    .on("flow_node_records")
    .column("drawn_set_id")
    .execute();
  await schema
    .createTable("flow_runs")
    .addColumn("run_id", "text", (column) => column.primaryKey())
    .addColumn("flow_id", "text", (column) =>
      column.notNull().references("flows.flow_id").onDelete("cascade"),
    )
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("drawn_set_id", "text", (column) => column.references("drawn_sets.set_id").onDelete("cascade"))
    .execute();
  await schema
    .createIndex("flow_runs_latest")
    .on("flow_runs")
    .columns(["flow_id", "started_at", "run_id"])
    .execute();
  // Sizes are added up from the index alone.
  await schema
    .createIndex("flow_runs_by_age")
    .on("flow_runs")
    .columns(["started_at", "run_id", "bytes"])
    .execute();
  await schema.createIndex("flow_runs_by_files").on("flow_runs").column("drawn_set_id").execute();
};

const createDerived = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable("derived_data")
    .addColumn("version_id", "text", (column) => column.notNull().references("versions.version_id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("config_hash", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("saved_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("derived_data_key", [
      "version_id",
      "kind",
      "code_version",
      "config_hash",
    ] as never)
    .execute();
};

/** Every set of until now is whole: it became visible with its version. Of whole sets there is one of a configuration. */
const markWholeSets = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .alterTable("chunk_sets")
    .addColumn("is_whole", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.dropIndex("chunk_sets_of_version").execute();
  await schema
    .createIndex("chunk_sets_of_version")
    .on("chunk_sets")
    .columns(["version_id", "config_hash"])
    .execute();
  await schema
    .createIndex("chunk_sets_whole")
    .unique()
    .on("chunk_sets")
    .columns(["version_id", "config_hash"])
    .where(sql.ref("is_whole"), "=", sql.lit(1))
    .execute();
  await schema
    .createIndex("chunk_sets_unfinished")
    .on("chunk_sets")
    .column("chunk_set_id")
    .where(sql.ref("is_whole"), "=", sql.lit(0))
    .execute();
};

export const flows: Migration = { up };
