import type { Kysely } from "kysely";
import type { ActiveChunkSet, FurtherChunks } from "../../chunks/chunk-store.ts";
import { type ChunkingConfig, hashConfig } from "../../chunks/chunking-config.ts";
import type { FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import { nextTurn, readByIds } from "./slices.ts";

const setsPerSlice = 1_000;

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
