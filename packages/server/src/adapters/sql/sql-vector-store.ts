import type { Kysely, Selectable, Transaction } from "kysely";
import { hashConfig } from "../../chunks/chunking-config.ts";
import { type ChunkSetId, newId } from "../../kernel/ids.ts";
import type { EmbeddingSpace, VectorStore } from "../../retrieval/dense/vector-store.ts";
import { lockVersionOf } from "./chunk-sets.ts";
import { lockRow } from "./lock-row.ts";
import { removeSpace } from "./purge-vectors.ts";
import type { Database } from "./schema.ts";
import { nextTurn, readByIds, slicesOf } from "./slices.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

/** Vectors written in one transaction: 64 of 384 dimensions are 100 kB. */
const vectorsPerSlice = 64;

export const createSqlVectorStore = (database: Kysely<Database>): VectorStore => {
  const activeSets = ({ projectId }: EmbeddingSpace) =>
    database
      .selectFrom("versions")
      .innerJoin("chunk_sets", "chunk_sets.version_id", "versions.version_id")
      .where("versions.project_id", "=", projectId)
      .where("versions.status", "=", "active")
      .where("chunk_sets.is_whole", "=", 1);

  const embeddedChunks = (spaceId: string) =>
    database
      .selectFrom("chunk_vectors")
      .innerJoin("chunks", (join) =>
        join
          .onRef("chunks.chunk_set_id", "=", "chunk_vectors.chunk_set_id")
          .onRef("chunks.position", "=", "chunk_vectors.position"),
      )
      .innerJoin("vectors", (join) =>
        join
          .onRef("vectors.space_id", "=", "chunk_vectors.space_id")
          .onRef("vectors.content_hash", "=", "chunk_vectors.content_hash"),
      )
      .select(["chunks.chunk_id", "chunk_vectors.position", "vectors.vector"])
      .where("chunk_vectors.space_id", "=", spaceId);

  return {
    async openSpace(projectId, name) {
      await database
        .insertInto("embedding_spaces")
        .values({ space_id: newId(), project_id: projectId, name, is_whole: 0 })
        .onConflict((conflict) => conflict.columns(["project_id", "name"]).doNothing())
        .execute();
      const row = await database
        .selectFrom("embedding_spaces")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return toSpace(row);
    },

    async spaces(projectId) {
      const rows = await database
        .selectFrom("embedding_spaces")
        .selectAll()
        .where("project_id", "=", projectId)
        .orderBy("name")
        .execute();
      return rows.map(toSpace);
    },

    async everySpace() {
      const rows = await database.selectFrom("embedding_spaces").selectAll().execute();
      return rows.map((row) => ({ ...toSpace(row), added: Number(row.added), removed: Number(row.removed) }));
    },

    async markWhole(spaceId) {
      await database
        .updateTable("embedding_spaces")
        .set({ is_whole: 1 })
        .where("space_id", "=", spaceId)
        .execute();
    },

    removeSpace: (spaceId) => removeSpace(database, spaceId),

    async lackingSets(space, config, limit) {
      const rows = await activeSets(space)
        .select(["chunk_sets.chunk_set_id", "versions.file_id"])
        .where("config_hash", "=", hashConfig(config))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("embedded_sets")
                .select("space_id")
                .whereRef("embedded_sets.chunk_set_id", "=", "chunk_sets.chunk_set_id")
                .where("embedded_sets.space_id", "=", space.spaceId),
            ),
          ),
        )
        .orderBy("versions.version_id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toSet);
    },

    async count(space, config) {
      const row = await activeSets(space)
        .leftJoin("embedded_sets", (join) =>
          join
            .onRef("embedded_sets.chunk_set_id", "=", "chunk_sets.chunk_set_id")
            .on("embedded_sets.space_id", "=", space.spaceId),
        )
        .select(({ fn }) => [
          fn.count<number>("chunk_sets.chunk_set_id").as("total"),
          fn.count<number>("embedded_sets.chunk_set_id").as("done"),
        ])
        .where("config_hash", "=", hashConfig(config))
        .executeTakeFirstOrThrow();
      return { done: Number(row.done), total: Number(row.total) };
    },

    async find(spaceId, contentHashes) {
      const rows = await readByIds(contentHashes, (hashes) =>
        database
          .selectFrom("vectors")
          .select(["content_hash", "vector"])
          .where("space_id", "=", spaceId)
          .where("content_hash", "in", hashes)
          .execute(),
      );
      return new Map(rows.map((row) => [row.content_hash, toVector(row.vector)]));
    },

    async positions(spaceId, chunkSetId) {
      const rows = await database
        .selectFrom("chunk_vectors")
        .select("position")
        .where("chunk_set_id", "=", chunkSetId)
        .where("space_id", "=", spaceId)
        .execute();
      return new Set(rows.map(({ position }) => position));
    },

    async add(spaceId, chunkSetId, vectors) {
      for (const slice of slicesOf(vectors, vectorsPerSlice)) {
        const added = await unsyncedTransaction(database, async (transaction) => {
          if (!(await lockSetAndSpace(transaction, spaceId, chunkSetId))) return false;
          await transaction
            .insertInto("vectors")
            .values(
              slice.map(({ contentHash, vector }) => ({
                space_id: spaceId,
                content_hash: contentHash,
                vector: toBytes(vector),
              })),
            )
            .onConflict((conflict) => conflict.columns(["space_id", "content_hash"]).doNothing())
            .execute();
          await transaction
            .insertInto("chunk_vectors")
            .values(
              slice.map(({ position, contentHash }) => ({
                chunk_set_id: chunkSetId,
                space_id: spaceId,
                position,
                content_hash: contentHash,
              })),
            )
            .onConflict((conflict) => conflict.columns(["chunk_set_id", "space_id", "position"]).doNothing())
            .execute();
          return true;
        });
        if (!added) return false;
        await nextTurn();
      }
      return true;
    },

    // Made again from the chunks where a power cut takes them away.
    finishSet: (spaceId, chunkSetId) =>
      unsyncedTransaction(database, async (transaction) => {
        if (!(await lockSetAndSpace(transaction, spaceId, chunkSetId))) return false;
        const { added } = await transaction
          .updateTable("embedding_spaces")
          .set((space) => ({ added: space("added", "+", 1) }))
          .where("space_id", "=", spaceId)
          .returning("added")
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto("embedded_sets")
          .values({ chunk_set_id: chunkSetId, space_id: spaceId, number: added })
          .onConflict((conflict) => conflict.columns(["chunk_set_id", "space_id"]).doNothing())
          .execute();
        return true;
      }),

    async changes(spaceId) {
      const row = await database
        .selectFrom("embedding_spaces")
        .select(["added", "removed"])
        .where("space_id", "=", spaceId)
        .executeTakeFirst();
      return row ?? null;
    },

    async finishedSets(space, config, after = 0) {
      const rows = await activeSets(space)
        .innerJoin("embedded_sets", "embedded_sets.chunk_set_id", "chunk_sets.chunk_set_id")
        .select(["chunk_sets.chunk_set_id", "versions.file_id", "chunk_sets.chunk_count"])
        .where("embedded_sets.space_id", "=", space.spaceId)
        .where("embedded_sets.number", ">", after)
        .where("config_hash", "=", hashConfig(config))
        .orderBy("embedded_sets.number")
        .execute();
      return rows.map((row) => ({ ...toSet(row), chunks: row.chunk_count }));
    },

    async *listSet(spaceId, chunkSetId, batchSize) {
      for (let after = -1; ; ) {
        const rows = await embeddedChunks(spaceId)
          .where("chunk_vectors.chunk_set_id", "=", chunkSetId)
          .where("chunk_vectors.position", ">", after)
          .orderBy("chunk_vectors.position")
          .limit(batchSize)
          .execute();
        const last = rows.at(-1);
        if (!last) return;
        yield rows.map(toEmbeddedChunk);
        if (rows.length < batchSize) return;
        after = last.position;
        await nextTurn();
      }
    },

    async listSets(spaceId, chunkSetIds) {
      const rows = await readByIds(chunkSetIds, (ids) =>
        embeddedChunks(spaceId)
          .select("chunk_vectors.chunk_set_id")
          .where("chunk_vectors.chunk_set_id", "in", ids)
          .orderBy("chunk_vectors.chunk_set_id")
          .orderBy("chunk_vectors.position")
          .execute(),
      );
      const bySet = Map.groupBy(rows, (row) => row.chunk_set_id);
      return new Map(Array.from(bySet, ([chunkSetId, ofSet]) => [chunkSetId, ofSet.map(toEmbeddedChunk)]));
    },
  };
};

/**
 * Locks the version of a set, and then the space, whose vectors a removal looks through: in the order in which a removal
 * takes them. False when one of them is gone, or the version is not active.
 */
const lockSetAndSpace = async (
  transaction: Transaction<Database>,
  spaceId: string,
  chunkSetId: ChunkSetId,
): Promise<boolean> => {
  const version = await lockVersionOf(transaction, chunkSetId);
  return (
    version?.status === "active" && (await lockRow(transaction, "embedding_spaces", spaceId)) !== undefined
  );
};

const toEmbeddedChunk = (row: { chunk_id: string; position: number; vector: Uint8Array }) => ({
  chunkId: row.chunk_id,
  position: row.position,
  vector: toVector(row.vector),
});

const toSpace = (row: Selectable<Database["embedding_spaces"]>): EmbeddingSpace => ({
  spaceId: row.space_id,
  projectId: row.project_id,
  name: row.name,
  isWhole: row.is_whole === 1,
});

const toSet = (row: { chunk_set_id: string; file_id: string }) => ({
  chunkSetId: row.chunk_set_id,
  fileId: row.file_id,
});

const toBytes = (vector: Float32Array): Uint8Array =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** A copy: drivers give views of larger buffers, at places where no float may begin. */
const toVector = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);
