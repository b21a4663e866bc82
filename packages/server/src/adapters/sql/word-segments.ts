import { crc32 } from "node:zlib";
import type { Kysely, Transaction } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import { DamagedSegmentError, type StoredSegment } from "../../retrieval/words/word-store.ts";
import type { Database } from "./schema.ts";

const partBytes = 1 << 20;

/** See WordStore.segments. */
export async function* readSegments(
  database: Kysely<Database>,
  projectId: ProjectId,
  besides: ReadonlySet<string> = new Set(),
): AsyncGenerator<StoredSegment> {
  const rows = await database
    .selectFrom("word_segments")
    .select(["segment_id", "checksum"])
    .where("project_id", "=", projectId)
    .orderBy("segment_id")
    .execute();
  for (const { segment_id, checksum } of rows) {
    if (besides.has(segment_id)) continue;
    const parts = await database
      .selectFrom("word_segment_parts")
      .select("bytes")
      .where("segment_id", "=", segment_id)
      .orderBy("part")
      .execute();
    const bytes = joined(parts.map((part) => part.bytes));
    if (crc32(bytes) !== Number(checksum)) {
      if (await isReplaced(database, segment_id)) continue;
      throw new DamagedSegmentError(`Segment ${segment_id} of the words' index is damaged`);
    }
    yield { segmentId: segment_id, bytes };
  }
}

/** Another process may have put a segment in its place since it was listed. */
const isReplaced = async (database: Kysely<Database>, segmentId: string): Promise<boolean> => {
  const row = await database
    .selectFrom("word_segments")
    .select("segment_id")
    .where("segment_id", "=", segmentId)
    .executeTakeFirst();
  return row === undefined;
};

export const insertSegment = async (
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

export const deleteSegments = async (
  transaction: Transaction<Database>,
  segmentIds: string[],
): Promise<void> => {
  if (segmentIds.length === 0) return;
  for (const table of ["word_segment_parts", "word_segments"] as const)
    await transaction.deleteFrom(table).where("segment_id", "in", segmentIds).execute();
};

/** All segments of a project. */
export const deleteSegmentsOf = async (
  transaction: Transaction<Database>,
  projectId: string,
): Promise<void> => {
  const segments = await transaction
    .selectFrom("word_segments")
    .select("segment_id")
    .where("project_id", "=", projectId)
    .execute();
  await deleteSegments(
    transaction,
    segments.map(({ segment_id }) => segment_id),
  );
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
