import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Page } from "../../kernel/page.ts";
import type { SourceOverview } from "../../sources/source.ts";
import type { SourceFilter, SourceList, SourceOrder } from "../../sources/source-list.ts";
import { spellingsOf } from "./name-spellings.ts";
import type { Database } from "./schema.ts";
import { nextTurn, slicesOf } from "./slices.ts";
import { overviewsOf, toOverview } from "./source-overviews.ts";

const sourcesPerSlice = 250;

type Sources = ExpressionBuilder<Database, "sources">;

export const browseSources = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  filter: SourceFilter,
  order: SourceOrder,
  page: Page | null,
): Promise<SourceList> => {
  const matching = database
    .selectFrom("sources")
    .where("sources.project_id", "=", projectId)
    .where((source) => matches(source, projectId, filter));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();

  const direction = order.descending ? "desc" : "asc";
  const inOrder = () => {
    const query = matching.select("sources.file_id");
    const { by } = order;
    const sorted = by === "createdAt" ? query : query.orderBy((source) => sortKey(source, by), direction);
    return sorted.orderBy("sources.ordinal", direction);
  };

  /** Sources of the given ids, in their order; one that went in the meantime is left out. */
  async function* byId(fileIds: string[]): AsyncGenerator<SourceOverview> {
    for (const slice of slicesOf(fileIds, sourcesPerSlice)) {
      const rows = await overviewsOf(database, projectId).where("sources.file_id", "in", slice).execute();
      const found = new Map(rows.map((row) => [row.file_id, row]));
      for (const fileId of slice) {
        const row = found.get(fileId);
        if (row) yield toOverview(row);
      }
      await nextTurn();
    }
  }

  /** In the order they came, forwards or backwards: each slice begins where the one before ended. */
  async function* asTheyCame(): AsyncGenerator<SourceOverview> {
    for (let last: number | undefined; ; ) {
      let query = overviewsOf(database, projectId).where((source) =>
        matches(source as unknown as Sources, projectId, filter),
      );
      if (last !== undefined) query = query.where("sources.ordinal", order.descending ? "<" : ">", last);
      const rows = await query.orderBy("sources.ordinal", direction).limit(sourcesPerSlice).execute();
      for (const row of rows) yield toOverview(row);
      if (rows.length < sourcesPerSlice) return;
      last = rows.at(-1)?.ordinal;
      await nextTurn();
    }
  }

  async function* sources(): AsyncGenerator<SourceOverview> {
    if (!page && order.by === "createdAt") return yield* asTheyCame();
    const query = page
      ? inOrder()
          .limit(page.size)
          .offset((page.number - 1) * page.size)
      : inOrder();
    yield* byId((await query.execute()).map((row) => row.file_id));
  }
  return { total: Number(total), sources: sources() };
};

function matches(
  source: Sources,
  projectId: ProjectId,
  { fileIds, nameHolds, latestBuild, tags }: SourceFilter,
): Expression<SqlBool> {
  const { and, or, lit } = source;
  return and([
    ...(fileIds ? [fileIds.length > 0 ? source("sources.file_id", "in", fileIds) : lit(false)] : []),
    ...(nameHolds === undefined ? [] : [or(spellingsOf(nameHolds.normalize("NFC")).map(holds))]),
    ...(latestBuild
      ? [
          or(
            latestBuild.map((status) =>
              status === null
                ? source(latestOf(source, "status"), "is", null)
                : source(latestOf(source, "status"), "=", status),
            ),
          ),
        ]
      : []),
    ...(tags
      ? [tags.length > 0 ? source("sources.file_id", "in", bearersOf(source, projectId, tags)) : lit(false)]
      : []),
  ]);
}

const bearersOf = (source: Sources, projectId: ProjectId, tags: string[]) =>
  source
    .selectFrom("source_tags")
    .select("source_tags.file_id")
    .where("source_tags.project_id", "=", projectId)
    .where("source_tags.tag", "in", tags);

/** `%` and `_` stand for themselves. */
const holds = (text: string) =>
  sql<SqlBool>`lower(sources.file_name) like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;

const latestOf = <Column extends "status" | "updated_at">(source: Sources, column: Column) =>
  source
    .selectFrom("builds")
    .select(`builds.${column}`)
    .whereRef("builds.file_id", "=", "sources.file_id")
    .orderBy("builds.ordinal", "desc")
    .orderBy("builds.build_id", "desc")
    .limit(1);

function sortKey(source: Sources, by: Exclude<SourceOrder["by"], "createdAt">): Expression<unknown> {
  const { fn, ref } = source;
  if (by === "fileName") return fn("lower", ["sources.file_name"]);
  if (by === "fileSize") return ref("sources.file_size");
  return fn.coalesce(latestOf(source, "updated_at"), ref("sources.created_at"));
}
