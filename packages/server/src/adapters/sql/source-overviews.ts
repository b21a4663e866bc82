import type { Kysely } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { SourceOverview } from "../../sources/source.ts";
import { toInstant } from "./instants.ts";
import type { Database } from "./schema.ts";
import { nextTurn, readByIds } from "./slices.ts";
import { toSource } from "./source-row.ts";

const sourcesPerSlice = 500;

/** Sources with their latest build and active version, in the order they were added. */
export const listSources = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  fileIds?: FileId[],
): Promise<SourceOverview[]> => {
  const rows = fileIds
    ? await readByIds(fileIds, (ids) =>
        overviewsOf(database, projectId).where("sources.file_id", "in", ids).execute(),
      )
    : await allRows(database, projectId);
  rows.sort((a, b) => a.ordinal - b.ordinal || (a.file_id < b.file_id ? -1 : 1));
  return rows.map(toOverview);
};

const allRows = async (database: Kysely<Database>, projectId: ProjectId): Promise<OverviewRow[]> => {
  const rows: OverviewRow[] = [];
  for (let after = 0; ; ) {
    const slice = await overviewsOf(database, projectId)
      .where("sources.ordinal", ">", after)
      .where("sources.ordinal", "<=", after + sourcesPerSlice)
      .execute();
    rows.push(...slice);
    const next = await database
      .selectFrom("sources")
      .select("ordinal")
      .where("project_id", "=", projectId)
      .where("ordinal", ">", after + sourcesPerSlice)
      .orderBy("ordinal")
      .limit(1)
      .executeTakeFirst();
    if (!next) return rows;
    after = next.ordinal - 1;
    await nextTurn();
  }
};

export const overviewsOf = (database: Kysely<Database>, projectId: ProjectId) =>
  database
    .selectFrom("sources")
    .innerJoin("projects", "projects.project_id", "sources.project_id")
    .leftJoin("builds", (join) =>
      join.on("builds.build_id", "=", (build) =>
        build
          .selectFrom("builds as latest")
          .select("latest.build_id")
          .whereRef("latest.file_id", "=", "sources.file_id")
          .orderBy("latest.ordinal", "desc")
          .orderBy("latest.build_id", "desc")
          .limit(1),
      ),
    )
    .leftJoin("versions", (join) =>
      join.onRef("versions.file_id", "=", "sources.file_id").on("versions.status", "=", "active"),
    )
    .leftJoin("sources as originals", "originals.file_id", "versions.duplicate_of")
    .selectAll("sources")
    .select([
      "originals.file_id as original",
      "projects.name as project_name",
      "builds.build_id",
      "builds.status",
      "builds.method",
      "builds.error",
      "builds.updated_at",
      "versions.total_pages",
      "versions.failed_pages",
    ])
    .where("sources.project_id", "=", projectId);

type OverviewRow = Awaited<ReturnType<ReturnType<typeof overviewsOf>["execute"]>>[number];

export const toOverview = (row: OverviewRow): SourceOverview => ({
  ...toSource(row),
  projectName: row.project_name,
  updatedAt: toInstant(row.updated_at ?? row.created_at),
  latestBuild:
    row.build_id === null
      ? null
      : ({
          buildId: row.build_id,
          status: row.status,
          method: row.method,
          error: row.error,
        } as SourceOverview["latestBuild"]),
  totalPages: row.total_pages,
  failedPages: row.failed_pages === null ? [] : (JSON.parse(row.failed_pages) as number[]),
  duplicateOf: row.original,
});
