import type { Transaction } from "kysely";
import type { FileId } from "../../kernel/ids.ts";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, slicesOf } from "./slices.ts";

/**
 * Whether all these sources are there; until the transaction ends, none of them goes. Call it after the transaction's
 * first write: from then on SQLite keeps every other writer waiting. PostgreSQL locks the rows, in the order of their ids,
 * as deletions take them: so two processes never wait for each other.
 */
export const holdSources = async (
  transaction: Transaction<Database>,
  fileIds: FileId[],
): Promise<boolean> => {
  for (const ids of slicesOf([...new Set(fileIds)].sort(), idsPerStatement)) {
    const rows = await transaction
      .selectFrom("sources")
      .select("file_id")
      .where("file_id", "in", ids)
      .orderBy("file_id")
      .$if(!isSqlite(transaction), (query) => query.forShare())
      .execute();
    if (rows.length < ids.length) return false;
  }
  return true;
};
