import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import type { WordChange, WordStore } from "../../retrieval/words/word-store.ts";
import { hashesOf } from "./chunk-row.ts";
import { numberInTurn } from "./number-in-turn.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, slicesOf } from "./slices.ts";
import { indexedSets, writeWordChanges } from "./word-changes.ts";
import { createFindHits } from "./word-hits.ts";
import { deleteSegments, deleteSegmentsOf, insertSegment, readSegments } from "./word-segments.ts";

export const createSqlWordStore = (database: Kysely<Database>): WordStore => ({
  async changes(projectId, after) {
    const rows = await database
      .selectFrom("word_changes")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("number", ">", after)
      .where("version_id", "<>", settled.version_id)
      .orderBy("number")
      .execute();
    return rows.map(toChange);
  },

  async changesAndSegments(projectId, after) {
    // One statement sees one moment: between two, another process may make a segment of the changes.
    const { rows } = await sql<ChangeRow & { segment_id: string | null }>`
      select number, project_id, version_id, file_id, chunk_set_id, chunks, is_gone, null as segment_id
        from word_changes where project_id = ${projectId} and number > ${after}
      union all
      select 0, project_id, null, null, null, 0, 0, segment_id from word_segments where project_id = ${projectId}
      order by number`.execute(database);
    const changes = rows.filter(({ segment_id }) => segment_id === null).map(toChange);
    return {
      segmentIds: rows.flatMap(({ segment_id }) => segment_id ?? []),
      changes: changes.filter((change) => !isMark(change)),
      settledTo: changes.findLast(isMark)?.number ?? 0,
    };
  },

  async changed(after) {
    const rows = await database
      .selectFrom("word_changes")
      .select(["number", "project_id", "chunks"])
      .where("number", ">", after)
      .execute();
    const chunks = new Map<ProjectId, number>();
    let latest = after;
    for (const row of rows) {
      latest = Math.max(latest, Number(row.number));
      chunks.set(row.project_id, (chunks.get(row.project_id) ?? 0) + row.chunks);
    }
    return { chunks, latest };
  },

  async withGone() {
    const rows = await database
      .selectFrom("word_changes")
      .select("project_id")
      .distinct()
      .where("is_gone", "=", 1)
      .execute();
    return rows.map(({ project_id }) => project_id);
  },

  async *terms(chunkSetId, batchSize) {
    for (let after = -1; ; ) {
      const rows = await database
        .selectFrom("chunks")
        .select(["position", "terms"])
        .where("chunk_set_id", "=", chunkSetId)
        .where("position", ">", after)
        .orderBy("position")
        .limit(batchSize)
        .execute();
      yield rows.map(({ position, terms }) => ({ position, termHashes: terms && hashesOf(terms) }));
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      after = last.position;
    }
  },

  hits: createFindHits(database),

  segments: (projectId, besides) => readSegments(database, projectId, besides),

  replaceSegments: (projectId, { add, remove, readTo, settles, beside }) =>
    database.transaction().execute(async (transaction) => {
      // From here on no version goes, and no other process replaces segments.
      if (beside) await numberInTurn(transaction, "word changes", [projectId]);
      const goneSince = await transaction
        .selectFrom("word_changes")
        .select("number")
        .where("project_id", "=", projectId)
        .where("number", ">", readTo)
        .where((row) => row.or([row("is_gone", "=", 1), row("version_id", "=", settled.version_id)]))
        .limit(1)
        .executeTakeFirst();
      if (goneSince) return false;
      const present = await transaction
        .selectFrom("word_segments")
        .select("segment_id")
        .where("segment_id", "in", ["", ...remove])
        .execute();
      if (beside && !(await areStored(transaction, projectId, beside))) return false;
      if (present.length < remove.length)
        throw new Error(`Segments of project ${projectId} were replaced by another process`);
      for (const segment of add) await insertSegment(transaction, projectId, segment);
      await deleteSegments(transaction, remove);
      if (settles === "nothing") return true;
      await settle(transaction, projectId, { readTo, additionsOnly: settles === "additions" });
      return true;
    }),

  startAgain: (projectId) =>
    database.transaction().execute(async (transaction) => {
      await deleteSegmentsOf(transaction, projectId);
      await settle(transaction, projectId);
      await transaction
        .insertInto("unindexed_sets")
        .columns(["chunk_set_id", "project_id"])
        .expression(
          indexedSets(transaction)
            .where("project_id", "=", projectId)
            .where("status", "=", "active")
            .clearSelect()
            .select(["chunk_set_id", "project_id"]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }),

  async activeVersions(projectId) {
    const rows = await indexedSets(database)
      .where("project_id", "=", projectId)
      .where("status", "=", "active")
      .where("chunk_set_id", "not in", (sets) => sets.selectFrom("unindexed_sets").select("chunk_set_id"))
      .execute();
    return rows.map((row) => ({
      versionId: row.version_id,
      fileId: row.file_id,
      chunkSetId: row.chunk_set_id,
      chunks: row.chunks,
    }));
  },

  async addUnindexed(projectId, chunkSetIds) {
    for (const slice of slicesOf(chunkSetIds, idsPerStatement))
      await database
        .insertInto("unindexed_sets")
        .values(slice.map((chunkSetId) => ({ chunk_set_id: chunkSetId, project_id: projectId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },

  addGone: (projectId, documents) =>
    database.transaction().execute((transaction) =>
      writeWordChanges(
        transaction,
        projectId,
        documents.map(({ versionId, fileId, chunkSetId }) => ({
          project_id: projectId,
          version_id: versionId,
          file_id: fileId,
          chunk_set_id: chunkSetId,
          chunks: 0,
          is_gone: 1,
        })),
      ),
    ),
});

/**
 * What the last of the changes that were taken away becomes: a process that has not read so far has missed some, and
 * the segments need not show it. They may be the same as before, or none.
 */
const settled = { version_id: "", file_id: "", chunk_set_id: "", chunks: 0, is_gone: 0 };

const isMark = ({ versionId }: WordChange): boolean => versionId === settled.version_id;

/** Takes changes away that no process needs any more who has read them: all of a project, or those up to a number. */
async function settle(
  transaction: Transaction<Database>,
  projectId: ProjectId,
  { readTo, additionsOnly = false }: { readTo?: number; additionsOnly?: boolean } = {},
): Promise<void> {
  const last = await transaction
    .selectFrom("word_changes")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("project_id", "=", projectId)
    .$if(readTo !== undefined, (query) => query.where("number", "<=", readTo ?? 0))
    .$if(additionsOnly, (query) => query.where("is_gone", "=", 0))
    .executeTakeFirst();
  if (!last?.number) return;
  await transaction
    .deleteFrom("word_changes")
    .where("project_id", "=", projectId)
    .where("number", "<", last.number)
    .$if(additionsOnly, (query) => query.where("is_gone", "=", 0))
    .execute();
  await transaction.updateTable("word_changes").set(settled).where("number", "=", last.number).execute();
}

type ChangeRow = Selectable<Database["word_changes"]>;

const toChange = (row: ChangeRow): WordChange => ({
  number: Number(row.number),
  versionId: row.version_id,
  fileId: row.file_id,
  chunkSetId: row.chunk_set_id,
  chunks: row.chunks,
  isGone: row.is_gone === 1,
});

/** Whether a project has these segments and no other. */
const areStored = async (
  transaction: Transaction<Database>,
  projectId: ProjectId,
  segmentIds: string[],
): Promise<boolean> => {
  const rows = await transaction
    .selectFrom("word_segments")
    .select("segment_id")
    .where("project_id", "=", projectId)
    .execute();
  const known = new Set(segmentIds);
  return rows.length === known.size && rows.every(({ segment_id }) => known.has(segment_id));
};
