import type { Kysely, Transaction } from "kysely";
import type { ChunkSet } from "../../chunks/chunk-set.ts";
import type { ActiveChunkSet } from "../../chunks/chunk-store.ts";
import { type ChunkingConfig, canonicalConfig, hashConfig } from "../../chunks/chunking-config.ts";
import type { ChunkSetId, FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import type { CountRows } from "./slice-writer.ts";
import { nextTurn } from "./slices.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

const setsPerSlice = 1_000;

/** See ChunkStore.begin. */
export const insertChunkSet = (
  database: Kysely<Database>,
  projectId: ProjectId,
  fileId: FileId,
  { chunkSetId, versionId, config }: ChunkSet,
): Promise<void> =>
  unsyncedTransaction(database, async (transaction) => {
    const version = await holdOpenVersion(transaction, versionId);
    if (version?.project_id !== projectId || version.file_id !== fileId) {
      throw new Error(
        `Version ${versionId} is none of source ${fileId} in project ${projectId} that is being written`,
      );
    }
    await transaction
      .insertInto("chunk_sets")
      .values({
        chunk_set_id: chunkSetId,
        version_id: versionId,
        config: canonicalConfig(config),
        config_hash: hashConfig(config),
        chunk_count: 0,
        is_whole: 1,
      })
      .execute();
  });

/** Holds the version of a set, then counts chunks on the set: in the order in which a removal takes them. */
export const countChunks: CountRows = async (transaction, chunkSetId, rows) => {
  const set = await transaction
    .selectFrom("chunk_sets")
    .select("version_id")
    .where("chunk_set_id", "=", chunkSetId)
    .executeTakeFirst();
  if (!set || !(await holdOpenVersion(transaction, set.version_id))) {
    const version = set
      ? `version ${set.version_id} is active already or removed`
      : "it is unknown or removed";
    throw new Error(`Chunk set ${chunkSetId} takes no more chunks: ${version}`);
  }
  await transaction
    .updateTable("chunk_sets")
    .set((each) => ({ chunk_count: each("chunk_count", "+", rows) }))
    .where("chunk_set_id", "=", chunkSetId)
    .execute();
};

/** An update that changes nothing keeps a version that is being written from being activated or removed meanwhile. */
const holdOpenVersion = (transaction: Transaction<Database>, versionId: string) =>
  transaction
    .updateTable("versions")
    // In no index: SQLite would write the index anew.
    .set((version) => ({ message: version.ref("message") }))
    .where("version_id", "=", versionId)
    .where("status", "=", "inactive")
    .returning(["project_id", "file_id"])
    .executeTakeFirst();

/** See ChunkStore.activeSets. */
export const listActiveSets = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  config: ChunkingConfig,
): Promise<ActiveChunkSet[]> => {
  const sets: ActiveChunkSet[] = [];
  for (let after = ""; ; await nextTurn()) {
    const rows = await database
      .selectFrom("versions")
      .innerJoin("chunk_sets", "chunk_sets.version_id", "versions.version_id")
      .select(["chunk_set_id", "versions.version_id", "file_id", "chunk_count"])
      .where("project_id", "=", projectId)
      .where("status", "=", "active")
      .where("config_hash", "=", hashConfig(config))
      .where("is_whole", "=", 1)
      .where("versions.version_id", ">", after)
      .orderBy("versions.version_id")
      .limit(setsPerSlice)
      .execute();
    for (const row of rows) {
      sets.push({
        chunkSetId: row.chunk_set_id,
        versionId: row.version_id,
        fileId: row.file_id,
        chunks: row.chunk_count,
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < setsPerSlice) return sets;
    after = last.version_id;
  }
};

/** Sets that are counted, and files that one statement names. */
const maxCounted = 2_000;

/** See ChunkStore.countActive. */
export const countActiveChunks = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  config: ChunkingConfig,
  fileIds?: FileId[],
): Promise<number> => {
  const files = fileIds?.slice(0, maxCounted);
  // PostgreSQL refuses an empty list.
  if (files?.length === 0) return 0;
  const rows = await database
    .selectFrom("versions")
    .innerJoin("chunk_sets", "chunk_sets.version_id", "versions.version_id")
    .select("chunk_count")
    .where("project_id", "=", projectId)
    .where("status", "=", "active")
    .$if(files !== undefined, (query) => query.where("file_id", "in", files ?? []))
    .where("config_hash", "=", hashConfig(config))
    .where("is_whole", "=", 1)
    .limit(maxCounted)
    .execute();
  return rows.reduce((sum, row) => sum + row.chunk_count, 0);
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
