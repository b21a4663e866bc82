import type { Kysely } from "kysely";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { countActiveChunks, findChunkSets, listActiveSets } from "./active-chunk-sets.ts";
import { chunkCells, toChunk, writtenChunkColumns } from "./chunk-row.ts";
import {
  clearUnfinishedSets,
  countChunks,
  createAddChunkSet,
  findSet,
  insertChunkSet,
} from "./chunk-sets.ts";
import { listChunkSets } from "./list-chunk-sets.ts";
import type { Database } from "./schema.ts";
import { createSliceWriter } from "./slice-writer.ts";
import { nextTurn, readByIds } from "./slices.ts";

export const createSqlChunkStore = (database: Kysely<Database>): ChunkStore => {
  const write = createSliceWriter(database, "chunks", writtenChunkColumns, countChunks);
  return {
    begin: (projectId, fileId, set) => insertChunkSet(database, projectId, fileId, set),

    add: (chunkSetId, chunks) => write(chunkSetId, chunkCells(chunkSetId, chunks)),

    async findActive(projectId, chunkIds) {
      const rows = await readByIds(chunkIds, (ids) =>
        database
          .selectFrom("chunks")
          .innerJoin("chunk_sets", "chunk_sets.chunk_set_id", "chunks.chunk_set_id")
          .innerJoin("versions", "versions.version_id", "chunk_sets.version_id")
          .innerJoin("sources", "sources.file_id", "versions.file_id")
          .select(["chunk_id", "position", "payload", "versions.version_id", "sources.file_id", "file_name"])
          .select("sources.project_id")
          .where("chunk_id", "in", ids)
          .where("versions.status", "=", "active")
          .where("is_whole", "=", 1)
          .execute(),
      );
      // Compared here: given the project too, SQLite walks through all of its sources once the ids are 20.
      const ofProject = rows.filter((row) => row.project_id === projectId);
      const found = new Map(
        ofProject.map((row) => [
          row.chunk_id,
          { ...toChunk(row), fileId: row.file_id, fileName: row.file_name, versionId: row.version_id },
        ]),
      );
      return [...new Set(chunkIds)].flatMap((chunkId) => found.get(chunkId) ?? []);
    },

    findSet: (versionId, config) => findSet(database, versionId, config),

    async *listSet(chunkSetId, batchSize) {
      for (let after = -1; ; ) {
        const rows = await database
          .selectFrom("chunk_sets")
          .innerJoin("versions", "versions.version_id", "chunk_sets.version_id")
          .innerJoin("chunks", "chunks.chunk_set_id", "chunk_sets.chunk_set_id")
          .select(["chunk_id", "position", "payload"])
          .where("chunk_sets.chunk_set_id", "=", chunkSetId)
          .where("versions.status", "!=", "removed")
          .where("is_whole", "=", 1)
          .where("position", ">", after)
          .orderBy("position")
          .limit(batchSize)
          .execute();
        const last = rows.at(-1);
        if (!last) return;
        yield rows.map(toChunk);
        if (rows.length < batchSize) return;
        after = last.position;
        await nextTurn();
      }
    },

    activeSets: (projectId, config) => listActiveSets(database, projectId, config),
    countActive: (...scope) => countActiveChunks(database, ...scope),

    addSet: createAddChunkSet(database),
    findSets: findChunkSets(database),
    listSets: listChunkSets(database),
    clearUnfinishedSets: (begunBefore) => clearUnfinishedSets(database, begunBefore),
  };
};
