import { type Kysely, sql, type Transaction } from "kysely";
import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkSet } from "../../chunks/chunk-set.ts";
import type { FurtherChunks } from "../../chunks/chunk-store.ts";
import { type ChunkingConfig, canonicalConfig, hashConfig } from "../../chunks/chunking-config.ts";
import type { ChunkSetId, FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import { chunkCells, writtenChunkColumns } from "./chunk-row.ts";
import { lockRow } from "./lock-row.ts";
import { purgeChunkSet } from "./purge.ts";
import type { Database } from "./schema.ts";
import { type CountRows, createSliceWriter } from "./slice-writer.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

/** See ChunkStore.begin. */
export const insertChunkSet = (
  database: Kysely<Database>,
  projectId: ProjectId,
  fileId: FileId,
  set: ChunkSet,
): Promise<void> =>
  unsyncedTransaction(database, async (transaction) => {
    const version = await lockRow(transaction, "versions", set.versionId);
    if (version?.status !== "inactive" || version.project_id !== projectId || version.file_id !== fileId) {
      throw new Error(
        `Version ${set.versionId} of source ${fileId} in project ${projectId} is not being written`,
      );
    }
    await insertSet(transaction, set, { isWhole: true });
  });

/** Inserts a chunk set. `chunks` is how many it has: those that are added later count themselves. Default 0. */
export const insertSet = async (
  transaction: Transaction<Database>,
  { chunkSetId, versionId, config }: ChunkSet,
  { isWhole, chunks = 0 }: { isWhole: boolean; chunks?: number },
): Promise<void> => {
  await transaction
    .insertInto("chunk_sets")
    .values({
      chunk_set_id: chunkSetId,
      version_id: versionId,
      config: canonicalConfig(config),
      config_hash: hashConfig(config),
      chunk_count: chunks,
      is_whole: isWhole ? 1 : 0,
    })
    .execute();
};

/** Locks the version of a set, then counts chunks on the set: in the order in which a removal takes them. */
export const countChunks: CountRows = async (transaction, chunkSetId, rows) => {
  const version = await lockVersionOf(transaction, chunkSetId);
  if (version?.status !== "inactive") {
    const reason = version
      ? `version ${version.version_id} is active already or removed`
      : "it is unknown or removed";
    throw new Error(`Chunk set ${chunkSetId} takes no more chunks: ${reason}`);
  }
  await addToCount(transaction, chunkSetId, rows);
};

/** Locks the version that a set belongs to. Undefined when either is gone. */
export const lockVersionOf = async (transaction: Transaction<Database>, chunkSetId: ChunkSetId) => {
  const set = await transaction
    .selectFrom("chunk_sets")
    .select("version_id")
    .where("chunk_set_id", "=", chunkSetId)
    .executeTakeFirst();
  if (!set) return undefined;
  const version = await lockRow(transaction, "versions", set.version_id);
  return version && { version_id: set.version_id, ...version };
};

const addToCount = async (transaction: Transaction<Database>, chunkSetId: ChunkSetId, rows: number) => {
  await transaction
    .updateTable("chunk_sets")
    .set((each) => ({ chunk_count: each("chunk_count", "+", rows) }))
    .where("chunk_set_id", "=", chunkSetId)
    .execute();
};

/** See ChunkStore.findSet. */
export const findSet = async (
  database: Kysely<Database>,
  versionId: VersionId,
  config: ChunkingConfig,
): Promise<ChunkSetId | null> => {
  const row = await database
    .selectFrom("chunk_sets")
    .select("chunk_set_id")
    .where("version_id", "=", versionId)
    .where("config_hash", "=", hashConfig(config))
    .where("is_whole", "=", 1)
    .executeTakeFirst();
  return row?.chunk_set_id ?? null;
};

/**
 * See FurtherChunks.addSet. The chunks are added in slices, under a set that no query finds until the last step marks it
 * as whole.
 */
export const createAddChunkSet = (database: Kysely<Database>): FurtherChunks["addSet"] => {
  const write = createSliceWriter(database, "chunks", writtenChunkColumns, countFurtherChunks);

  const fill = async (set: ChunkSet, chunks: Chunk[]): Promise<ChunkSetId | null> => {
    try {
      await write(set.chunkSetId, chunkCells(set.chunkSetId, chunks));
    } catch (error) {
      if (error instanceof NotActiveError) return null;
      throw error;
    }
    return database.transaction().execute((transaction) => finishSet(transaction, set));
  };

  return async (projectId, fileId, set, chunks) => {
    const begun = await database
      .transaction()
      .execute((transaction) => beginSet(transaction, projectId, fileId, set));
    if (begun !== set.chunkSetId) return begun;
    let kept: ChunkSetId | null = null;
    try {
      kept = await fill(set, chunks);
    } finally {
      if (kept !== set.chunkSetId) await purgeChunkSet(database, set.chunkSetId);
    }
    return kept;
  };
};

/** Answers the id of the set that there is now; null when the version is not active. */
const beginSet = async (
  transaction: Transaction<Database>,
  projectId: ProjectId,
  fileId: FileId,
  set: ChunkSet,
): Promise<ChunkSetId | null> => {
  const version = await lockRow(transaction, "versions", set.versionId);
  if (version?.status !== "active" || version.project_id !== projectId || version.file_id !== fileId)
    return null;
  const present = await findSet(transaction, set.versionId, set.config);
  if (present) return present;
  await insertSet(transaction, set, { isWhole: false });
  return set.chunkSetId;
};

/** Makes a set visible, unless another one was quicker. */
const finishSet = async (
  transaction: Transaction<Database>,
  { chunkSetId, versionId, config }: ChunkSet,
): Promise<ChunkSetId | null> => {
  if ((await lockRow(transaction, "versions", versionId))?.status !== "active") return null;
  const present = await findSet(transaction, versionId, config);
  if (present) return present;
  const { numUpdatedRows } = await transaction
    .updateTable("chunk_sets")
    .set({ is_whole: 1 })
    .where("chunk_set_id", "=", chunkSetId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? chunkSetId : null;
};

class NotActiveError extends Error {
  override name = "NotActiveError";
}

const countFurtherChunks: CountRows = async (transaction, chunkSetId, rows) => {
  if ((await lockVersionOf(transaction, chunkSetId))?.status !== "active") throw new NotActiveError();
  await addToCount(transaction, chunkSetId, rows);
};

/** See FurtherChunks.clearUnfinishedSets. Ids begin with the time at which they were made, see `newId`. */
export const clearUnfinishedSets = async (database: Kysely<Database>, begunBefore: Date): Promise<void> => {
  const time = begunBefore.getTime().toString(16).padStart(12, "0");
  const rows = await database
    .selectFrom("chunk_sets")
    .select("chunk_set_id")
    // Not as a parameter: only so does SQLite see that the index of unfinished sets is meant.
    .where("is_whole", "=", sql.lit(0))
    .where("chunk_set_id", "<", `${time.slice(0, 8)}-${time.slice(8)}`)
    .execute();
  for (const { chunk_set_id } of rows) await purgeChunkSet(database, chunk_set_id);
};
