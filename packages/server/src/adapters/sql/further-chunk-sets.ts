import { type Kysely, sql, type Transaction } from "kysely";
import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkSet } from "../../chunks/chunk-set.ts";
import type { ActiveChunkSet, FurtherChunks } from "../../chunks/chunk-store.ts";
import { canonicalConfig, hashConfig } from "../../chunks/chunking-config.ts";
import type { ChunkSetId, FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import { chunkCells, writtenChunkColumns } from "./chunk-row.ts";
import { purgeChunkSet } from "./purge.ts";
import type { Database } from "./schema.ts";
import { createSliceWriter } from "./slice-writer.ts";
import { readByIds } from "./slices.ts";

/**
 * See FurtherChunks.addSet. The chunks are added in slices, under a set that nobody finds until its last step marks it
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
  { chunkSetId, versionId, config }: ChunkSet,
): Promise<ChunkSetId | null> => {
  const version = await holdActiveVersion(transaction, versionId);
  if (version?.project_id !== projectId || version.file_id !== fileId) return null;
  const configHash = hashConfig(config);
  const present = await wholeSet(transaction, versionId, configHash);
  if (present) return present;
  await transaction
    .insertInto("chunk_sets")
    .values({
      chunk_set_id: chunkSetId,
      version_id: versionId,
      config: canonicalConfig(config),
      config_hash: configHash,
      chunk_count: 0,
      is_whole: 0,
    })
    .execute();
  return chunkSetId;
};

/** Makes a set visible, unless another one was quicker. */
const finishSet = async (
  transaction: Transaction<Database>,
  { chunkSetId, versionId, config }: ChunkSet,
): Promise<ChunkSetId | null> => {
  if (!(await holdActiveVersion(transaction, versionId))) return null;
  const present = await wholeSet(transaction, versionId, hashConfig(config));
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

/** Holds the version of a set, then counts chunks on the set: in the order in which a removal takes them. */
const countFurtherChunks = async (
  transaction: Transaction<Database>,
  chunkSetId: ChunkSetId,
  rows: number,
): Promise<void> => {
  const set = await transaction
    .selectFrom("chunk_sets")
    .select("version_id")
    .where("chunk_set_id", "=", chunkSetId)
    .executeTakeFirst();
  if (!set || !(await holdActiveVersion(transaction, set.version_id))) throw new NotActiveError();
  await transaction
    .updateTable("chunk_sets")
    .set((each) => ({ chunk_count: each("chunk_count", "+", rows) }))
    .where("chunk_set_id", "=", chunkSetId)
    .execute();
};

/** An update that changes nothing keeps an active version from being replaced or removed meanwhile. */
export const holdActiveVersion = (transaction: Transaction<Database>, versionId: VersionId) =>
  transaction
    .updateTable("versions")
    // In no index: SQLite would write the index anew.
    .set((version) => ({ message: version.ref("message") }))
    .where("version_id", "=", versionId)
    .where("status", "=", "active")
    .returning(["project_id", "file_id"])
    .executeTakeFirst();

const wholeSet = async (
  transaction: Transaction<Database>,
  versionId: VersionId,
  configHash: string,
): Promise<ChunkSetId | undefined> => {
  const row = await transaction
    .selectFrom("chunk_sets")
    .select("chunk_set_id")
    .where("version_id", "=", versionId)
    .where("config_hash", "=", configHash)
    .where("is_whole", "=", 1)
    .executeTakeFirst();
  return row?.chunk_set_id;
};

/** See FurtherChunks.findSets. */
export const findChunkSets =
  (database: Kysely<Database>): FurtherChunks["findSets"] =>
  async (versionIds, config) => {
    const rows = await readByIds(versionIds, (ids) =>
      database
        .selectFrom("chunk_sets")
        .innerJoin("versions", "versions.version_id", "chunk_sets.version_id")
        .select(["chunk_set_id", "versions.version_id", "file_id", "chunk_count"])
        .where("chunk_sets.version_id", "in", ids)
        .where("config_hash", "=", hashConfig(config))
        .where("is_whole", "=", 1)
        .where("versions.status", "=", "active")
        .execute(),
    );
    return new Map(
      rows.map((row): [VersionId, ActiveChunkSet] => [
        row.version_id,
        {
          chunkSetId: row.chunk_set_id,
          versionId: row.version_id,
          fileId: row.file_id,
          chunks: row.chunk_count,
        },
      ]),
    );
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
