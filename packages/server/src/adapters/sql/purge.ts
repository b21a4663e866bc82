import { type Kysely, sql } from "kysely";
import type { ChunkSetId, FileId, VersionId } from "../../kernel/ids.ts";
import { purgeVectorsOfSet } from "./purge-vectors.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval } from "./slices.ts";

/** Clears away what hangs on a source that is gone, slice by slice. */
export const purgeSource = async (database: Kysely<Database>, fileId: FileId): Promise<void> => {
  await nextTurn();
  const versions = await database
    .updateTable("versions")
    .set({ status: "removed" })
    .where("file_id", "=", fileId)
    .returning("version_id")
    .execute();
  for (const { version_id } of versions) await purgeVersion(database, version_id);
  await purgeTurns(database, fileId);
};

/**
 * Clears away a version that is marked as removed: its elements, its chunk sets, what was derived from it, then itself.
 * Cut short, it can be called again.
 */
export const purgeVersion = async (database: Kysely<Database>, versionId: VersionId): Promise<void> => {
  await purgeRows(database, "elements", "version_id", versionId);
  const sets = await database
    .selectFrom("chunk_sets")
    .select("chunk_set_id")
    .where("version_id", "=", versionId)
    .execute();
  for (const { chunk_set_id } of sets) await purgeChunkSet(database, chunk_set_id);
  await database.deleteFrom("derived_data").where("version_id", "=", versionId).execute();
  await database
    .deleteFrom("versions")
    .where("version_id", "=", versionId)
    .where("status", "=", "removed")
    .execute();
};

/**
 * Deletes a set that has no reader left: its vectors, its chunks, then the set. After an interruption it can be
 * called again.
 */
export const purgeChunkSet = async (database: Kysely<Database>, chunkSetId: ChunkSetId): Promise<void> => {
  await purgeVectorsOfSet(database, chunkSetId);
  await purgeRows(database, "chunks", "chunk_set_id", chunkSetId);
  await database.deleteFrom("chunk_sets").where("chunk_set_id", "=", chunkSetId).execute();
};

/** Deletes the rows of one version or chunk set, by position, in slices. */
const purgeRows = async <T extends "elements" | "chunks">(
  database: Kysely<Database>,
  table: T,
  owner: T extends "elements" ? "version_id" : "chunk_set_id",
  ownerId: string,
): Promise<void> => {
  const rows = sql`${sql.table(table)} where ${sql.ref(owner)} = ${ownerId}`;
  for (;;) {
    const lowest = await sql<{
      position: number | null;
    }>`select min(position) as position from ${rows}`.execute(database);
    const start = lowest.rows[0]?.position ?? null;
    if (start === null) return;
    await sql`delete from ${rows} and position < ${start + rowsPerRemoval}`.execute(database);
    await nextTurn();
  }
};

/** Clears away the turns of conversations whose answers were drawn from a source that is gone. */
const purgeTurns = async (database: Kysely<Database>, fileId: FileId): Promise<void> => {
  while ((await purgeTurnsSlice(database, fileId)) > 0) await nextTurn();
};

/** Answers how many turns went. */
export const purgeTurnsSlice = async (database: Kysely<Database>, fileId: FileId): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom("turns")
    .where("turn_id", "in", (turns) =>
      turns.selectFrom("turn_sources").select("turn_id").where("file_id", "=", fileId).limit(rowsPerRemoval),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
