import type { Kysely, Transaction } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import { storageLimitReached } from "../../usage/errors.ts";
import type { Database } from "./schema.ts";

/** What the sources of a project are: equal files count each, originals that were removed by their number only. */
export async function keptSources(
  database: Kysely<Database>,
  projectId: ProjectId,
): Promise<{ bytes: number; sources: number }> {
  const { bytes, sources } = await database
    .selectFrom("sources")
    .select(({ fn }) => [
      fn.sum("file_size").filterWhere("original_removed_at", "is", null).as("bytes"),
      fn.countAll().as("sources"),
    ])
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { bytes: Number(bytes ?? 0), sources: Number(sources) };
}

/**
 * Throws 507 when one more source of this size is beyond a limit of its project. In the transaction that adds it, which is
 * the only one of the project at the time, so that sources that come together don't all fit into what one fits into.
 */
export async function refuseBeyondLimits(
  transaction: Transaction<Database>,
  { projectId, fileSize }: { projectId: ProjectId; fileSize: number },
): Promise<void> {
  const rows = await transaction
    .selectFrom("project_limits")
    .select(["name", "value"])
    .where("project_id", "=", projectId)
    .where("name", "in", ["bytes", "sources"])
    .execute();
  if (rows.length === 0) return;
  const kept = await keptSources(transaction, projectId);
  const added = { bytes: fileSize, sources: 1 };
  for (const { name, value } of rows) {
    const limited = name as keyof typeof added;
    const limit = Number(value);
    if (kept[limited] + added[limited] > limit)
      throw storageLimitReached(limited, { used: kept[limited], limit });
  }
}

/** Projects that have as many builds under way as they may. */
export async function projectsWithFullBuilds(database: Kysely<Database>): Promise<ProjectId[]> {
  const rows = await database
    .selectFrom("project_limits")
    .select("project_id")
    .where("name", "=", "concurrent_builds")
    .where(({ eb, selectFrom }) =>
      eb(
        "value",
        "<=",
        selectFrom("builds")
          .select(({ fn }) => fn.countAll<number>().as("running"))
          .where("status", "=", "Processing")
          .whereRef("builds.project_id", "=", "project_limits.project_id"),
      ),
    )
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Whether the builds of any project are limited. */
export async function areBuildsLimited(database: Kysely<Database>): Promise<boolean> {
  const row = await database
    .selectFrom("project_limits")
    .select("project_id")
    .where("name", "=", "concurrent_builds")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
