import type { Kysely } from "kysely";
import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ChunkSetId } from "../../kernel/ids.ts";
import { countChunks, findSet, insertChunkSet, listActiveSets } from "./chunk-sets.ts";
import type { Database } from "./schema.ts";
import { type Cells, createSliceWriter } from "./slice-writer.ts";
import { nextTurn, readByIds } from "./slices.ts";

const writtenColumns = ["chunk_set_id", "position", "chunk_id", "payload"];

export const createSqlChunkStore = (database: Kysely<Database>): ChunkStore => {
  const write = createSliceWriter(database, "chunks", writtenColumns, countChunks);
  return {
    begin: (projectId, fileId, set) => insertChunkSet(database, projectId, fileId, set),

    add: (chunkSetId, chunks) => write(chunkSetId, cellsOf(chunkSetId, chunks)),

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
  };
};

function* cellsOf(chunkSetId: ChunkSetId, chunks: Chunk[]): Generator<Cells> {
  for (const { chunkId, position, ...payload } of chunks) {
    yield [chunkSetId, position, chunkId, JSON.stringify(payload)];
  }
}

const toChunk = (row: { chunk_id: string; position: number; payload: string }): Chunk => ({
  ...(JSON.parse(row.payload) as Omit<Chunk, "chunkId" | "position">),
  chunkId: row.chunk_id,
  position: row.position,
});
