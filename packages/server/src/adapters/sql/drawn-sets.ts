import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { recordWithoutFile } from "../../flows/flow/without-file.ts";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import { newId } from "../../kernel/ids.ts";
import { toRecord, toRecordPayload } from "./flow-row.ts";
import { holdSources } from "./hold-sources.ts";
import { toText } from "./instants.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, nextTurn, rowsPerRemoval, slicesOf } from "./slices.ts";

/** Unused sets that go in one statement: each may have thousands of files. */
const setsPerCommit = 4;

/** Which files something was drawn from; null for none. */
type DrawnFrom = { drawn_set_id: string | null };

/** A set of files, and a hash of what is in it. */
export type FileSet = { files: FileId[]; hash: string };

/**
 * Names sets of files. It knows a list again that it was given before: runs of one revision come with the same list, and
 * thousands of ids take milliseconds to hash.
 */
export function createNameSet(): (fileIds: FileId[]) => FileSet {
  const known = new WeakMap<FileId[], FileSet>();
  return (fileIds) => {
    const before = known.get(fileIds);
    if (before) return before;
    const files = [...new Set(fileIds)].sort();
    const set = { files, hash: createHash("sha256").update(files.join()).digest("hex") };
    known.set(fileIds, set);
    return set;
  };
}

/**
 * Keeps the sources that a record or a run is drawn from until the transaction ends; null when one of them is gone. Runs
 * over the same files, however many, share one set of them. While a set is found by its hash, all of its files are there. Call it after the transaction's first write.
 */
export const holdDrawnSet = async (
  transaction: Transaction<Database>,
  { files, hash }: FileSet,
  usedAt: Date,
): Promise<DrawnFrom | null> => {
  if (files.length === 0) return { drawn_set_id: null };
  const used = { used_at: toText(usedAt) };
  const found = await transaction
    .updateTable("drawn_sets")
    .set(used)
    .where("files_hash", "=", hash)
    .returning("set_id")
    .executeTakeFirst();
  if (found) return { drawn_set_id: found.set_id };
  if (!(await holdSources(transaction, files))) return null;
  const { set_id } = await transaction
    .insertInto("drawn_sets")
    .values({ set_id: newId(), files_hash: hash, ...used })
    .onConflict((conflict) => conflict.column("files_hash").doUpdateSet(used))
    .returning("set_id")
    .executeTakeFirstOrThrow();
  for (const ids of slicesOf(files, idsPerStatement)) {
    await transaction
      .insertInto("drawn_set_files")
      .values(ids.map((fileId) => ({ set_id, file_id: fileId })))
      .onConflict((conflict) => conflict.columns(["set_id", "file_id"]).doNothing())
      .execute();
  }
  return { drawn_set_id: set_id };
};

/**
 * Removes, in slices, what was drawn from a source that is about to be removed: the transaction that removes it takes what
 * came meanwhile, see `removeDrawnFrom`. Records keep what was drawn from other sources. Cut short, the source is still there,
 * and can be removed again.
 */
export const removeFileFromDerived = async (
  database: Kysely<Database>,
  { projectId, fileId }: { projectId: ProjectId; fileId: FileId },
): Promise<void> => {
  // Another project's source has none: what was drawn from it stays.
  const sets = await database
    .selectFrom("drawn_set_files")
    .innerJoin("sources", "sources.file_id", "drawn_set_files.file_id")
    .select("set_id")
    .where("drawn_set_files.file_id", "=", fileId)
    .where("project_id", "=", projectId)
    .execute();
  for (const slice of slicesOf(sets, setsPerSlice)) {
    const setIds = slice.map(({ set_id }) => set_id);
    while ((await removeRunsSlice(database, setIds)) === rowsPerRemoval) await nextTurn();
    const shared = new Set(await setsOfRecords(database, setIds));
    for (const setId of shared) await takeOut(database, setId, fileId);
    const others = setIds.filter((setId) => !shared.has(setId));
    if (others.length > 0) await database.deleteFrom("drawn_sets").where("set_id", "in", others).execute();
    await nextTurn();
  }
};

/** Sets that go in one statement: most are of a run or a few, with the ten files of what it found. */
const setsPerSlice = 50;

const setsOfRecords = async (database: Kysely<Database>, setIds: string[]): Promise<string[]> => {
  const rows = await database
    .selectFrom("flow_node_records")
    .select("drawn_set_id")
    .distinct()
    .where("drawn_set_id", "in", setIds)
    .execute();
  return rows.flatMap(({ drawn_set_id }) => drawn_set_id ?? []);
};

/** Takes a file out of a set, and out of the records that were drawn from the set. Nothing new joins the set any more. */
async function takeOut(database: Kysely<Database>, setId: string, fileId: FileId): Promise<void> {
  await database.updateTable("drawn_sets").set({ files_hash: null }).where("set_id", "=", setId).execute();
  const records = await database
    .selectFrom("flow_node_records")
    .select("record_id")
    .where("drawn_set_id", "=", setId)
    .execute();
  for (const { record_id } of records) {
    await thinRecord(database, { recordId: record_id, setId, fileId });
    await nextTurn();
  }
  for (const table of ["accepted_run_steps", "accepted_runs"] as const)
    await database.deleteFrom(table).where("drawn_set_id", "=", setId).execute();
  await database
    .deleteFrom("drawn_set_files")
    .where("set_id", "=", setId)
    .where("file_id", "=", fileId)
    .execute();
}

const thinRecord = (
  database: Kysely<Database>,
  { recordId, setId, fileId }: { recordId: string; setId: string; fileId: FileId },
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    // Written first, so that no other writer replaces it in between. Another set means that it was replaced already.
    const row = await transaction
      .updateTable("flow_node_records")
      .set({ drawn_set_id: setId })
      .where("record_id", "=", recordId)
      .where("drawn_set_id", "=", setId)
      .returning(["payload", "state"])
      .executeTakeFirst();
    if (!row) return;
    const record = recordWithoutFile(toRecord(row), fileId);
    await transaction
      .updateTable("flow_node_records")
      .set({ payload: toRecordPayload(record), state: record.state })
      .where("record_id", "=", recordId)
      .execute();
  });

/** Removes the sets that hold a file, with the records and runs that were drawn from them. */
export const removeDrawnFrom = async (transaction: Transaction<Database>, fileId: FileId): Promise<void> => {
  await transaction
    .deleteFrom("drawn_sets")
    .where("set_id", "in", (sets) =>
      sets.selectFrom("drawn_set_files").select("set_id").where("file_id", "=", fileId),
    )
    .execute();
};

/** Removes the sets that nothing refers to any more, and that were not used since. */
export const removeUnusedSets = async (database: Kysely<Database>, since: Date): Promise<void> => {
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom("drawn_sets")
      .where("used_at", "<", toText(since))
      .where(
        "set_id",
        "in",
        sql<string>`(select set_id from drawn_sets
          where used_at < ${toText(since)}
            and not exists (select 1 from flow_node_records where drawn_set_id = set_id)
            and not exists (select 1 from flow_runs where drawn_set_id = set_id)
            and not exists (select 1 from accepted_runs where drawn_set_id = set_id)
            and not exists (select 1 from accepted_run_steps where drawn_set_id = set_id)
          limit ${sql.lit(setsPerCommit)})`,
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) < setsPerCommit) return;
    await nextTurn();
  }
};

/** Answers how many went. */
const removeRunsSlice = async (database: Kysely<Database>, setIds: string[]): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom("flow_runs")
    .where("run_id", "in", (runs) =>
      runs.selectFrom("flow_runs").select("run_id").where("drawn_set_id", "in", setIds).limit(rowsPerRemoval),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
