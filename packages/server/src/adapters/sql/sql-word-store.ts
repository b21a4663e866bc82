import { crc32 } from "node:zlib";
import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import { DamagedSegmentError, type StoredSegment, type WordStore } from "../../retrieval/words/word-store.ts";
import { hashesOf } from "./chunk-row.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, slicesOf } from "./slices.ts";
import { indexedSets, writeWordChanges } from "./word-changes.ts";

const partBytes = 1 << 20;
/** Chunks looked up in one statement. */
const hitsPerStatement = 64;

export const createSqlWordStore = (database: Kysely<Database>): WordStore => {
  const lookUp = createLookUp(database);
  return {
    async changes(projectId, after) {
      const rows = await database
        .selectFrom("word_changes")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("number", ">", after)
        .orderBy("number")
        .execute();
      return rows.map((row) => ({
        number: Number(row.number),
        versionId: row.version_id,
        fileId: row.file_id,
        chunkSetId: row.chunk_set_id,
        chunks: row.chunks,
        isGone: row.is_gone === 1,
      }));
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

    async hits(places) {
      const found = new Map<string, { chunkId: string; termHashes: Uint32Array }>();
      for (const slice of slicesOf(places, hitsPerStatement)) {
        for (const { chunk_set_id, position, chunk_id, terms } of await lookUp(slice)) {
          if (terms === null) continue;
          found.set(`${chunk_set_id} ${position}`, { chunkId: chunk_id, termHashes: hashesOf(terms) });
        }
      }
      return places.map(({ chunkSetId, position }) => found.get(`${chunkSetId} ${position}`) ?? null);
    },

    async *segments(projectId) {
      const rows = await database
        .selectFrom("word_segments")
        .select(["segment_id", "checksum"])
        .where("project_id", "=", projectId)
        .orderBy("segment_id")
        .execute();
      for (const { segment_id, checksum } of rows) {
        const parts = await database
          .selectFrom("word_segment_parts")
          .select("bytes")
          .where("segment_id", "=", segment_id)
          .orderBy("part")
          .execute();
        const bytes = joined(parts.map((part) => part.bytes));
        if (crc32(bytes) !== Number(checksum))
          throw new DamagedSegmentError(`Segment ${segment_id} of the words' index is damaged`);
        yield { segmentId: segment_id, bytes };
      }
    },

    replaceSegments: (projectId, { add, remove, readTo, settles }) =>
      database.transaction().execute(async (transaction) => {
        const goneSince = await transaction
          .selectFrom("word_changes")
          .select("number")
          .where("project_id", "=", projectId)
          .where("number", ">", readTo)
          .where("is_gone", "=", 1)
          .limit(1)
          .executeTakeFirst();
        if (goneSince) return false;
        const present = await transaction
          .selectFrom("word_segments")
          .select("segment_id")
          .where("segment_id", "in", ["", ...remove])
          .execute();
        if (present.length < remove.length)
          throw new Error(`Segments of project ${projectId} were replaced by another process`);
        for (const segment of add) await insertSegment(transaction, projectId, segment);
        await deleteSegments(transaction, remove);
        if (settles === "nothing") return true;
        await transaction
          .deleteFrom("word_changes")
          .where("project_id", "=", projectId)
          .where("number", "<=", readTo)
          .$if(settles === "additions", (query) => query.where("is_gone", "=", 0))
          .execute();
        return true;
      }),

    startAgain: (projectId) =>
      database.transaction().execute(async (transaction) => {
        const segments = await transaction
          .selectFrom("word_segments")
          .select("segment_id")
          .where("project_id", "=", projectId)
          .execute();
        await deleteSegments(
          transaction,
          segments.map(({ segment_id }) => segment_id),
        );
        await transaction.deleteFrom("word_changes").where("project_id", "=", projectId).execute();
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
  };
};

type Place = { chunkSetId: string; position: number };
type HitRow = { chunk_set_id: string; position: number; chunk_id: string; terms: Uint8Array | null };

/** Looks up chunks by set and position, always with a statement of the same text: preparing one costs more than running it. */
const createLookUp = (database: Kysely<Database>) => {
  const places = Array.from(
    { length: hitsPerStatement },
    () => sql`(cast(${""} as text), cast(${0} as integer))`,
  );
  const { sql: text } = sql`select chunk_set_id, position, chunk_id, terms from chunks
    where (chunk_set_id, position) in (values ${sql.join(places)})`.compile(database);
  return async (slice: Place[]): Promise<HitRow[]> => {
    const parameters = Array.from({ length: hitsPerStatement }, (_, at) => slice[at]).flatMap((place) =>
      place ? [place.chunkSetId, place.position] : ["", -1],
    );
    return (await database.executeQuery<HitRow>(CompiledQuery.raw(text, parameters))).rows;
  };
};

const insertSegment = async (
  transaction: Transaction<Database>,
  projectId: ProjectId,
  { segmentId, bytes }: StoredSegment,
): Promise<void> => {
  await transaction
    .insertInto("word_segments")
    .values({ segment_id: segmentId, project_id: projectId, checksum: crc32(bytes) })
    .execute();
  for (let start = 0, part = 0; start < bytes.length; start += partBytes, part += 1)
    await transaction
      .insertInto("word_segment_parts")
      .values({ segment_id: segmentId, part, bytes: Buffer.from(bytes.subarray(start, start + partBytes)) })
      .execute();
};

const deleteSegments = async (transaction: Transaction<Database>, segmentIds: string[]): Promise<void> => {
  if (segmentIds.length === 0) return;
  for (const table of ["word_segment_parts", "word_segments"] as const)
    await transaction.deleteFrom(table).where("segment_id", "in", segmentIds).execute();
};

/** In a buffer of its own, whose start is aligned for every kind of number. */
const joined = (parts: Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
};
