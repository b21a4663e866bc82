import type { Transaction } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";

/**
 * Keeps a source from being removed until the transaction ends, and answers its project; null when it is gone.
 * An update that changes nothing is the one row lock that both databases know.
 */
export const holdSource = async (
  transaction: Transaction<Database>,
  fileId: FileId,
): Promise<ProjectId | null> => {
  const row = await transaction
    .updateTable("sources")
    // In no index: SQLite would write the index anew.
    .set((source) => ({ file_size: source.ref("file_size") }))
    .where("file_id", "=", fileId)
    .returning("project_id")
    .executeTakeFirst();
  return row?.project_id ?? null;
};

export const sourceGone = (fileId: FileId): Error =>
  new Error(`The source ${fileId} was removed while it was being processed`);
