import type { Kysely, Transaction } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";

type Tagged = { projectId: ProjectId; fileId: FileId; tags: string[] };

/** Written with the source, in its transaction; removed with it by the foreign key. */
export async function insertTags(
  transaction: Transaction<Database>,
  { projectId, fileId, tags }: Tagged,
): Promise<void> {
  const rows = tags.map((tag) => ({ project_id: projectId, tag, file_id: fileId }));
  if (rows.length > 0) await transaction.insertInto("source_tags").values(rows).execute();
}

/** See `SourceStore.retag`. */
export const retagSource = (database: Kysely<Database>, source: Tagged): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable("sources")
      .set({ tags: JSON.stringify(source.tags) })
      .where("project_id", "=", source.projectId)
      .where("file_id", "=", source.fileId)
      .returning("file_id")
      .executeTakeFirst();
    if (!changed) return false;
    await transaction.deleteFrom("source_tags").where("file_id", "=", source.fileId).execute();
    await insertTags(transaction, source);
    return true;
  });

/** See `SourceStore.findByTags`. */
export async function findByTags(
  database: Kysely<Database>,
  projectId: ProjectId,
  tags: string[],
): Promise<FileId[]> {
  if (tags.length === 0) return [];
  const rows = await database
    .selectFrom("sources")
    .select("file_id")
    .where("project_id", "=", projectId)
    .where("file_id", "in", (tagged) =>
      tagged
        .selectFrom("source_tags")
        .select("source_tags.file_id")
        .where("source_tags.project_id", "=", projectId)
        .where("source_tags.tag", "in", tags),
    )
    .orderBy("ordinal")
    .execute();
  return rows.map(({ file_id }) => file_id);
}
