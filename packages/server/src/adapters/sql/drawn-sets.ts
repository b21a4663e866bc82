import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import { holdSources } from "./hold-sources.ts";
import { toText } from "./instants.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, nextTurn, rowsPerRemoval, slicesOf } from "./slices.ts";

/** Sets of files that go in the transaction that removes a source; those beyond go before it, one by one. */
const setsPerCommit = 4;

/** Which files something was drawn from; null for none. */
type DrawnFrom = { drawn_set_id: string | null };

/** A set of files, named by what is in it. */
export type FileSet = { files: FileId[]; setId: string };

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
    const set = { files, setId: createHash("sha256").update(files.join()).digest("hex") };
    known.set(fileIds, set);
    return set;
  };
}

/**
 * Keeps the sources that a record or a run is drawn from until the transaction ends; null when one of them is gone. Runs
 * over the same files, however many, share one set of them. A set goes with any of its files, and takes along what refers
 * to it: while it is there, all of them are. Call it after the transaction's first write.
 */
export const holdDrawnSet = async (
  transaction: Transaction<Database>,
  { files, setId }: FileSet,
  usedAt: Date,
): Promise<DrawnFrom | null> => {
  if (files.length === 0) return { drawn_set_id: null };
  const used = { used_at: toText(usedAt) };
  const { numUpdatedRows } = await transaction
    .updateTable("drawn_sets")
    .set(used)
    .where("set_id", "=", setId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    if (!(await holdSources(transaction, files))) return null;
    await transaction
      .insertInto("drawn_sets")
      .values({ set_id: setId, ...used })
      .onConflict((conflict) => conflict.column("set_id").doUpdateSet(used))
      .execute();
    for (const ids of slicesOf(files, idsPerStatement)) {
      await transaction
        .insertInto("drawn_set_files")
        .values(ids.map((fileId) => ({ set_id: setId, file_id: fileId })))
        .onConflict((conflict) => conflict.columns(["set_id", "file_id"]).doNothing())
        .execute();
    }
  }
  return { drawn_set_id: setId };
};

/**
 * Removes, in slices, most of what was drawn from a source that is about to be removed: the transaction that removes it
 * takes the rest, see `removeDrawnFrom`. Cut short, the source is still there, and can be removed again.
 */
export const thinDrawnFrom = async (
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
  for (const [index, { set_id }] of sets.entries()) {
    while ((await removeRunsSlice(database, set_id)) === rowsPerRemoval) await nextTurn();
    if (index < setsPerCommit) continue;
    await database.deleteFrom("drawn_sets").where("set_id", "=", set_id).execute();
    await nextTurn();
  }
};

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
          limit ${sql.lit(setsPerCommit)})`,
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) < setsPerCommit) return;
    await nextTurn();
  }
};

/** Answers how many went. */
const removeRunsSlice = async (database: Kysely<Database>, setId: string): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom("flow_runs")
    .where("run_id", "in", (runs) =>
      runs.selectFrom("flow_runs").select("run_id").where("drawn_set_id", "=", setId).limit(rowsPerRemoval),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
