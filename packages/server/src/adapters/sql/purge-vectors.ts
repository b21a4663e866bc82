import type { DeleteQueryBuilder, DeleteResult, Kysely, Transaction } from "kysely";
import type { ChunkSetId, VersionId } from "../../kernel/ids.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval } from "./slices.ts";

type ChunkVectorRow = Database["chunk_vectors"];

/** Clears away the vectors of a set that is about to go, in slices. */
export const purgeVectorsOfSet = async (
  database: Kysely<Database>,
  chunkSetId: ChunkSetId,
): Promise<void> => {
  for (;;) {
    const removed = await database
      .transaction()
      .execute((transaction) => removeVectorsSlice(transaction, [chunkSetId]));
    if (removed === 0) return;
    await nextTurn();
  }
};

/** Removes vectors of sets in a transaction of the caller's; answers how many chunks lost theirs, at most a slice. */
export const removeVectorsSlice = async (
  transaction: Transaction<Database>,
  chunkSetIds: ChunkSetId[],
): Promise<number> => {
  if (chunkSetIds.length === 0) return 0;
  await removeEmbedded(transaction, (sets) => sets.where("chunk_set_id", "in", chunkSetIds));
  const rows = await transaction
    .selectFrom("chunk_vectors")
    .selectAll()
    .where("chunk_set_id", "in", chunkSetIds)
    .limit(rowsPerRemoval)
    .execute();
  await removeRows(transaction, rows);
  return rows.length;
};

/** Says that sets of versions are not searched any more. Call it in the transaction after which they are not active. */
export const removeEmbeddedOf = async (
  transaction: Transaction<Database>,
  versionIds: VersionId[],
): Promise<void> => {
  if (versionIds.length === 0) return;
  await removeEmbedded(transaction, (sets) =>
    sets.where("chunk_set_id", "in", (of) =>
      of.selectFrom("chunk_sets").select("chunk_set_id").where("version_id", "in", versionIds),
    ),
  );
};

type RemovedSets = DeleteQueryBuilder<Database, "embedded_sets", DeleteResult>;

const removeEmbedded = async (
  transaction: Transaction<Database>,
  only: (sets: RemovedSets) => RemovedSets,
): Promise<void> => {
  const rows = await only(transaction.deleteFrom("embedded_sets")).returning("space_id").execute();
  const spaceIds = [...new Set(rows.map(({ space_id }) => space_id))];
  if (spaceIds.length === 0) return;
  await transaction
    .updateTable("embedding_spaces")
    .set((space) => ({ removed: space("removed", "+", 1) }))
    .where("space_id", "in", spaceIds)
    .execute();
};

const removeRows = async (transaction: Transaction<Database>, rows: ChunkVectorRow[]): Promise<void> => {
  const bySpace = Map.groupBy(rows, ({ space_id }) => space_id);
  for (const spaceId of [...bySpace.keys()].sort()) {
    const ofSpace = bySpace.get(spaceId) ?? [];
    // Held: an addition that finds one of these texts waits, and then adds its vector again.
    await lockRow(transaction, "embedding_spaces", spaceId);
    for (const [chunkSetId, ofSet] of Map.groupBy(ofSpace, (row) => row.chunk_set_id)) {
      await transaction
        .deleteFrom("chunk_vectors")
        .where("chunk_set_id", "=", chunkSetId)
        .where("space_id", "=", spaceId)
        .where(
          "position",
          "in",
          ofSet.map(({ position }) => position),
        )
        .execute();
    }
    await transaction
      .deleteFrom("vectors")
      .where("space_id", "=", spaceId)
      .where(
        "content_hash",
        "in",
        ofSpace.map((row) => row.content_hash),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("chunk_vectors")
              .select("position")
              .whereRef("chunk_vectors.space_id", "=", "vectors.space_id")
              .whereRef("chunk_vectors.content_hash", "=", "vectors.content_hash"),
          ),
        ),
      )
      .execute();
  }
};

/** See VectorStore.removeSpace. The space itself goes last, so that one cut short is found again. */
export const removeSpace = async (database: Kysely<Database>, spaceId: string): Promise<void> => {
  await database
    .updateTable("embedding_spaces")
    .set({ is_whole: 0 })
    .where("space_id", "=", spaceId)
    .execute();
  await database.deleteFrom("embedded_sets").where("space_id", "=", spaceId).execute();
  for (;;) {
    const rows = await database
      .selectFrom("vectors")
      .select("content_hash")
      .where("space_id", "=", spaceId)
      .limit(rowsPerRemoval)
      .execute();
    if (rows.length === 0) break;
    const hashes = rows.map((row) => row.content_hash);
    for (const table of ["chunk_vectors", "vectors"] as const)
      await database
        .deleteFrom(table)
        .where("space_id", "=", spaceId)
        .where("content_hash", "in", hashes)
        .execute();
    await nextTurn();
  }
  await database.deleteFrom("embedding_spaces").where("space_id", "=", spaceId).execute();
};
