import type { Kysely } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Source } from "../../sources/source.ts";
import { noteRemovedContent } from "./content-queries.ts";
import { toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { rowsPerRemoval } from "./slices.ts";
import { toSource } from "./source-row.ts";

/** See SourceStore.withOldOriginals. */
export const withOldOriginals = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  before: Date,
): Promise<Source[]> => {
  const rows = await keptOriginals(database, projectId)
    .where("created_at", "<", toText(before))
    .orderBy("ordinal")
    .limit(rowsPerRemoval)
    .execute();
  return rows.map(toSource);
};

/** See SourceStore.removeOriginal. */
export const removeOriginal = (
  database: Kysely<Database>,
  { projectId, fileId }: { projectId: ProjectId; fileId: FileId },
  at: Date,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    // No build is added meanwhile.
    await lockRow(transaction, "sources", fileId);
    const source = await keptOriginals(transaction, projectId)
      .where("file_id", "=", fileId)
      .executeTakeFirst();
    if (!source) return false;
    await transaction
      .updateTable("sources")
      .set({ original_removed_at: toText(at) })
      .where("file_id", "=", fileId)
      .execute();
    await noteRemovedContent(transaction, { projectId, contentHash: source.content_hash });
    return true;
  });

const keptOriginals = (database: Kysely<Database>, projectId: ProjectId) =>
  database
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("file_source", "=", "local file")
    .where("original_removed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("builds")
            .select("build_id")
            .whereRef("builds.file_id", "=", "sources.file_id")
            .where("status", "in", ["Pending", "Processing"]),
        ),
      ),
    );
