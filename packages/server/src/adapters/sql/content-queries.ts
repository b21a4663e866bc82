import type { Method } from "@headwater/spec";
import type { Kysely, Transaction } from "kysely";
import { createGathering } from "../../kernel/gather.ts";
import { firstIdOf } from "../../kernel/ids.ts";
import type { Content } from "../../ports/blob-store.ts";
import type { Source } from "../../sources/source.ts";
import type { Database } from "./schema.ts";
import { toSource } from "./source-row.ts";

export const contentsInUse = async (database: Kysely<Database>): Promise<Content[]> => {
  const rows = await database
    .selectFrom("sources")
    .select(["project_id", "content_hash"])
    .distinct()
    .where("original_removed_at", "is", null)
    .orderBy("project_id")
    .orderBy("content_hash")
    .execute();
  return rows.map(toContent);
};

/** The ids of builds begin with their time, so these are the end of an index. */
export const contentsBuiltSince = async (database: Kysely<Database>, moment: Date): Promise<Content[]> => {
  const rows = await database
    .selectFrom("builds")
    .innerJoin("sources", "sources.file_id", "builds.file_id")
    .select(["sources.project_id", "sources.content_hash"])
    .where("builds.build_id", ">=", firstIdOf(moment))
    .where("sources.original_removed_at", "is", null)
    .execute();
  return rows.map(toContent);
};

/** The method of a source without any build, which only an edited database has. */
const methodWithoutBuild: Method = "auto";

export const usesOfContent = async (
  database: Kysely<Database>,
  { projectId, contentHash }: Content,
): Promise<(Source & { method: Method })[]> => {
  const rows = await database
    .selectFrom("sources")
    .selectAll("sources")
    .select((source) =>
      source
        .selectFrom("builds")
        .select("method")
        .whereRef("builds.file_id", "=", "sources.file_id")
        .orderBy("ordinal", "desc")
        .orderBy("build_id", "desc")
        .limit(1)
        .as("method"),
    )
    .where("project_id", "=", projectId)
    .where("content_hash", "=", contentHash)
    .where("original_removed_at", "is", null)
    .orderBy("ordinal")
    .orderBy("file_id")
    .execute();
  return rows.map(({ method, ...row }) => ({
    ...toSource(row),
    method: (method as Method | null) ?? methodWithoutBuild,
  }));
};

/** Notes, with the removal of a source or of its original, that its bytes are to go, unless another source of the project uses them. */
export const noteRemovedContent = async (
  transaction: Transaction<Database>,
  { projectId, contentHash }: Content,
): Promise<void> => {
  const other = await transaction
    .selectFrom("sources")
    .select("file_id")
    .where("project_id", "=", projectId)
    .where("content_hash", "=", contentHash)
    .where("original_removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  await transaction
    .insertInto("removed_contents")
    .values({ project_id: projectId, content_hash: contentHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const contentsToRemove = async (database: Kysely<Database>): Promise<Content[]> => {
  const rows = await database.selectFrom("removed_contents").selectAll().execute();
  return rows.map(toContent);
};

const toContent = (row: { project_id: string; content_hash: string }): Content => ({
  projectId: row.project_id,
  contentHash: row.content_hash,
});

/** Contents whose notes go in one commit. */
const contentsPerCommit = 100;

/** Forgets that bytes are to be removed; calls that come at once share a commit. */
export const createForgetContent = (database: Kysely<Database>): ((content: Content) => Promise<void>) =>
  createGathering(async (contents: Content[]) => {
    await database
      .deleteFrom("removed_contents")
      .where(({ and, or }) =>
        or(
          contents.map(({ projectId, contentHash }) =>
            and({ project_id: projectId, content_hash: contentHash }),
          ),
        ),
      )
      .execute();
    return contents.map(() => undefined);
  }, contentsPerCommit);
