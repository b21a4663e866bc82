import type { Kysely } from "kysely";
import type { UnindexedStore } from "../../retrieval/words/word-store.ts";
import { bytesOf } from "./chunk-row.ts";
import { lockVersionOf } from "./chunk-sets.ts";
import type { Database } from "./schema.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";
import { indexedSets, writeWordChanges } from "./word-changes.ts";

export const createSqlUnindexedStore = (database: Kysely<Database>): UnindexedStore => ({
  async count() {
    const rows = await database
      .selectFrom("unindexed_sets")
      .select(({ fn }) => ["project_id", fn.countAll<number>().as("sets")])
      .groupBy("project_id")
      .execute();
    return new Map(rows.map(({ project_id, sets }) => [project_id, Number(sets)]));
  },

  async next(limit, projectId) {
    const rows = await database
      .selectFrom("unindexed_sets")
      .select(["chunk_set_id", "project_id"])
      .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId ?? ""))
      // Ids begin with the time.
      .orderBy("chunk_set_id", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({ chunkSetId: row.chunk_set_id, projectId: row.project_id }));
  },

  async lacksTerms(chunkSetId) {
    const row = await database
      .selectFrom("chunks")
      .select("position")
      .where("chunk_set_id", "=", chunkSetId)
      .where("terms", "is", null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  // Like the chunks of a build: nothing is searched before `finish`, whose commit takes them to the disk, too.
  setTerms: (chunkSetId, terms) =>
    unsyncedTransaction(database, async (transaction) => {
      for (const { position, termHashes } of terms)
        await transaction
          .updateTable("chunks")
          .set({ terms: bytesOf(termHashes) })
          .where("chunk_set_id", "=", chunkSetId)
          .where("position", "=", position)
          .execute();
    }),

  finish: (chunkSetId) =>
    database.transaction().execute(async (transaction) => {
      // It is not replaced or removed meanwhile.
      await lockVersionOf(transaction, chunkSetId);
      const [set] = await indexedSets(transaction)
        .where("chunk_set_id", "=", chunkSetId)
        .where("status", "=", "active")
        .execute();
      await transaction.deleteFrom("unindexed_sets").where("chunk_set_id", "=", chunkSetId).execute();
      if (set) await writeWordChanges(transaction, set.project_id, [{ ...set, is_gone: 0 }]);
    }),
});
