import type { Kysely } from "kysely";
import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { Database } from "./schema.ts";
import { nextTurn, readByIds } from "./slices.ts";
import { type Cells, createVersionWriter } from "./version-writer.ts";

const versionsPerSlice = 1_000;

export const createSqlChunkStore = (database: Kysely<Database>): ChunkStore => {
  const write = createVersionWriter(database, "chunks", ["version_id", "position", "chunk_id", "payload"]);
  return {
    async add(projectId, fileId, versionId, chunks) {
      const version = await database
        .selectFrom("versions")
        .select(["project_id", "file_id"])
        .where("version_id", "=", versionId)
        .executeTakeFirst();
      if (version?.project_id !== projectId || version.file_id !== fileId) {
        throw new Error(`Version ${versionId} is none of source ${fileId} in project ${projectId}`);
      }
      await write(versionId, cellsOf(versionId, chunks));
    },

    async findActive(projectId, chunkIds) {
      const rows = await readByIds(chunkIds, (ids) =>
        database
          .selectFrom("chunks")
          .innerJoin("versions", "versions.version_id", "chunks.version_id")
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

    async *listVersion(versionId, batchSize) {
      for (let after = -1; ; ) {
        const rows = await database
          .selectFrom("versions")
          .innerJoin("chunks", "chunks.version_id", "versions.version_id")
          .select(["chunk_id", "position", "payload"])
          .where("versions.version_id", "=", versionId)
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

    async activeVersions(projectId) {
      const versions: { versionId: string; fileId: string; chunks: number }[] = [];
      for (let after = ""; ; ) {
        const rows = await database
          .selectFrom("versions")
          .select(["version_id", "file_id", "chunk_count"])
          .where("project_id", "=", projectId)
          .where("status", "=", "active")
          .where("version_id", ">", after)
          .orderBy("version_id")
          .limit(versionsPerSlice)
          .execute();
        for (const row of rows) {
          versions.push({ versionId: row.version_id, fileId: row.file_id, chunks: row.chunk_count });
        }
        const last = rows.at(-1);
        if (!last || rows.length < versionsPerSlice) return versions;
        after = last.version_id;
        await nextTurn();
      }
    },
  };
};

function* cellsOf(versionId: string, chunks: Chunk[]): Generator<Cells> {
  for (const { chunkId, position, ...payload } of chunks) {
    yield [versionId, position, chunkId, JSON.stringify(payload)];
  }
}

const toChunk = (row: { chunk_id: string; position: number; payload: string }): Chunk => ({
  ...(JSON.parse(row.payload) as Omit<Chunk, "chunkId" | "position">),
  chunkId: row.chunk_id,
  position: row.position,
});
