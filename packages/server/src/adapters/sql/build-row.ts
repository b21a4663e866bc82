import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import type { Build, BuildProgress } from "../../builds/build.ts";
import { toInstant } from "./instants.ts";
import type { Database } from "./schema.ts";

/** Builds with the file name their source bears. A build is the duplicate of sources only that are still there. */
export const buildsWithName = (database: Kysely<Database>) =>
  database
    .selectFrom("builds")
    .innerJoin("sources", "sources.file_id", "builds.file_id")
    .leftJoin("sources as originals", "originals.file_id", "builds.duplicate_of")
    .selectAll("builds")
    .select(["sources.file_name", "originals.file_id as original"]);

/** In the words of the index of builds under way: with parameters SQLite would not see that it is meant. */
export const isUnderWay = ({ eb, or }: ExpressionBuilder<Database, "builds">) =>
  or([eb("status", "=", sql.lit("Pending")), eb("status", "=", sql.lit("Processing"))]);

export const toBuild = (
  row: Selectable<Database["builds"]> & { file_name: string; original: string | null },
): Build => ({
  buildId: row.build_id,
  projectId: row.project_id,
  fileId: row.file_id,
  fileName: row.file_name,
  method: row.method as Build["method"],
  methodNamed: row.method_named === 1,
  task: row.task as Build["task"],
  duplicateOf: row.original,
  lane: row.lane as Build["lane"],
  status: row.status as Build["status"],
  message: row.message,
  error: row.error,
  progress: row.progress === null ? null : (JSON.parse(row.progress) as BuildProgress),
  totalPartitions: row.total_partitions,
  totalPages: row.total_pages,
  failedPages: JSON.parse(row.failed_pages) as number[],
  leftOut: row.left_out === null ? null : (JSON.parse(row.left_out) as Build["leftOut"]),
  attempts: row.attempts,
  trace: row.trace ?? undefined,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
});
