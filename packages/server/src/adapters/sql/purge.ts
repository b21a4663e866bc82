import type { Kysely } from "kysely";
import type { FileId, VersionId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import { nextTurn } from "./slices.ts";

/** Rows deleted in one transaction. */
const rowsPerSlice = 100;

/** Clears away a version that is marked as removed: its elements, its chunks, then itself. Cut short, it can be called again. */
export const purgeVersion = async (database: Kysely<Database>, versionId: VersionId): Promise<void> => {
  for (const table of ["elements", "chunks"] as const) {
    for (let start = await lowest(database, table, versionId); start !== null; ) {
      await database
        .deleteFrom(table)
        .where("version_id", "=", versionId)
        .where("position", "<", start + rowsPerSlice)
        .execute();
      await nextTurn();
      start = await lowest(database, table, versionId);
    }
  }
  await database
    .deleteFrom("versions")
    .where("version_id", "=", versionId)
    .where("status", "=", "removed")
    .execute();
};

const lowest = async (
  database: Kysely<Database>,
  table: "elements" | "chunks",
  versionId: VersionId,
): Promise<number | null> => {
  const row = await database
    .selectFrom(table)
    .select("position")
    .where("version_id", "=", versionId)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? null;
};

/** Clears away the turns of conversations whose answers were drawn from a source that is gone. */
export const purgeTurns = async (database: Kysely<Database>, fileId: FileId): Promise<void> => {
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom("turns")
      .where("turn_id", "in", (turns) =>
        turns.selectFrom("turn_sources").select("turn_id").where("file_id", "=", fileId).limit(rowsPerSlice),
      )
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await nextTurn();
  }
};
