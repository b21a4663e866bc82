import type { Kysely } from "kysely";
import type { FurtherChunks, StoredChunk } from "../../chunks/chunk-store.ts";
import { toChunk } from "./chunk-row.ts";
import type { Database } from "./schema.ts";
import { nextTurn, readByIds } from "./slices.ts";

/** See FurtherChunks.listSets. The counts of the sets show which of them the page touches; only those are read. */
export const listChunkSets =
  (database: Kysely<Database>): FurtherChunks["listSets"] =>
  async (chunkSetIds, { offset, limit }) => {
    const rows = await readByIds(chunkSetIds, (ids) =>
      database
        .selectFrom("chunk_sets")
        .innerJoin("versions", "versions.version_id", "chunk_sets.version_id")
        .innerJoin("sources", "sources.file_id", "versions.file_id")
        .select(["chunk_set_id", "chunk_count", "versions.version_id", "sources.file_id", "file_name"])
        .where("chunk_set_id", "in", ids)
        .where("is_whole", "=", 1)
        .where("versions.status", "=", "active")
        .execute(),
    );
    const sets = new Map(rows.map((row) => [row.chunk_set_id, row]));
    const chunks: StoredChunk[] = [];
    let total = 0;
    for (const chunkSetId of new Set(chunkSetIds)) {
      const set = sets.get(chunkSetId);
      if (!set) continue;
      const first = Math.max(0, offset - total);
      const wanted = limit - chunks.length;
      total += set.chunk_count;
      if (wanted <= 0 || first >= set.chunk_count) continue;
      const place = { fileId: set.file_id, fileName: set.file_name, versionId: set.version_id };
      const found = await chunksOf(database, chunkSetId, first, wanted);
      chunks.push(...found.map((row) => ({ ...toChunk(row), ...place })));
      await nextTurn();
    }
    return { chunks, total };
  };

const chunksOf = (database: Kysely<Database>, chunkSetId: string, offset: number, limit: number) =>
  database
    .selectFrom("chunks")
    .select(["chunk_id", "position", "payload"])
    .where("chunk_set_id", "=", chunkSetId)
    .orderBy("position")
    .limit(limit)
    .offset(offset)
    .execute();
