import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../../kernel/clock.ts";
import { createGathering } from "../../kernel/gather.ts";
import type { BuildId, FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import { appendEvents, type NewEvent } from "./append-events.ts";
import { noteRemovedContent } from "./content-queries.ts";
import { removeDrawnFrom, removeFileFromDerived } from "./drawn-sets.ts";
import { lockRow } from "./lock-row.ts";
import { purgeSource, purgeTurnsSlice } from "./purge.ts";
import { removeVectorsSlice } from "./purge-vectors.ts";
import type { Database } from "./schema.ts";
import { rowsPerRemoval } from "./slices.ts";
import { type WordChangeRow, wordChangesOf, writeWordChanges } from "./word-changes.ts";

type Removal = { projectId: ProjectId; fileId: FileId };
type Removed = { known: boolean; rowsLeft: boolean; gone: WordChangeRow[]; events: NewEvent[] };

/** Removals in one transaction: each takes about a millisecond of the thread, a commit several on a slow disk. */
const removalsPerCommit = 16;

/**
 * Removes sources, see `SourceStore.remove`. Those asked for at once share a commit, and one of few rows goes as a whole
 * in it: on most disks the wait for a commit costs more than all the rest.
 */
export const createRemoveSource = (
  database: Kysely<Database>,
  clock: Clock,
): ((removal: Removal) => Promise<boolean>) => {
  const remove = createGathering(
    (removals: Removal[]) =>
      database.transaction().execute(async (transaction) => {
        const results = new Map<Removal, Removed>();
        // In the order of their ids, so that two processes never wait for each other.
        for (const removal of removals.toSorted(byFileId)) {
          results.set(removal, await removeOne(transaction, removal));
        }
        const gone = [...results.values()].flatMap((result) => result.gone);
        // In order too, for the same reason.
        const byProject = [...Map.groupBy(gone, (row) => row.project_id)].sort(byKey);
        for (const [projectId, rows] of byProject) await writeWordChanges(transaction, projectId, rows);
        await appendEvents(
          transaction,
          clock.now(),
          [...results.values()].flatMap(({ events }) => events),
        );
        return removals.map((removal) => results.get(removal) as Removed);
      }),
    removalsPerCommit,
  );
  return async (removal) => {
    await removeFileFromDerived(database, removal);
    const { known, rowsLeft } = await remove(removal);
    if (rowsLeft) await purgeSource(database, removal.fileId);
    return known;
  };
};

const removeOne = async (
  transaction: Transaction<Database>,
  { projectId, fileId }: Removal,
): Promise<Removed> => {
  const cancelled = await cancelBuilds(transaction, { projectId, fileId });
  const source = await transaction
    .deleteFrom("sources")
    .where("project_id", "=", projectId)
    .where("file_id", "=", fileId)
    .returning("content_hash")
    .executeTakeFirst();
  if (!source) return { known: false, rowsLeft: false, gone: [], events: [] };
  await removeDrawnFrom(transaction, fileId);
  await noteRemovedContent(transaction, { projectId, contentHash: source.content_hash });
  const active = await transaction
    .selectFrom("versions")
    .select("version_id")
    .where("file_id", "=", fileId)
    .where("status", "=", "active")
    .execute();
  // Before their sets are removed.
  const gone = await wordChangesOf(
    transaction,
    active.map(({ version_id }) => version_id),
    { isGone: true },
  );
  const versions = await transaction
    .updateTable("versions")
    .set({ status: "removed" })
    .where("file_id", "=", fileId)
    .returning(["version_id", "element_count"])
    .execute();
  const versionsGone = await removeIfSmall(
    transaction,
    versions.map(({ version_id }) => version_id),
    versions.reduce((sum, { element_count }) => sum + element_count, 0),
  );
  const turns = await purgeTurnsSlice(transaction, fileId);
  const events: NewEvent[] = [
    ...cancelled.map((buildId) => ({
      projectId,
      facts: { type: "build.cancelled" as const, data: { buildId, fileId } },
    })),
    { projectId, facts: { type: "source.deleted", data: { fileId } } },
  ];
  return { known: true, rowsLeft: !versionsGone || turns === rowsPerRemoval, gone, events };
};

/** Takes the builds of a source that have not ended out of the queue. Those that have ended go with the source. */
const cancelBuilds = async (
  transaction: Transaction<Database>,
  { projectId, fileId }: Removal,
): Promise<BuildId[]> => {
  // None is added meanwhile.
  if ((await lockRow(transaction, "sources", fileId))?.project_id !== projectId) return [];
  const builds = await transaction
    .deleteFrom("builds")
    .where("file_id", "=", fileId)
    .where("status", "in", ["Pending", "Processing"])
    .returning("build_id")
    .execute();
  return builds.map(({ build_id }) => build_id);
};

/** Clears away versions that hold no more than a slice of elements and of chunks; false when they hold more. */
const removeIfSmall = async (
  transaction: Transaction<Database>,
  versionIds: VersionId[],
  elements: number,
): Promise<boolean> => {
  if (versionIds.length === 0) return true;
  if (elements > rowsPerRemoval) return false;
  const sets = await transaction
    .selectFrom("chunk_sets")
    .select(["chunk_set_id", "chunk_count"])
    .where("version_id", "in", versionIds)
    .execute();
  if (sets.reduce((sum, { chunk_count }) => sum + chunk_count, 0) > rowsPerRemoval) return false;
  const setIds = sets.map(({ chunk_set_id }) => chunk_set_id);
  await transaction.deleteFrom("elements").where("version_id", "in", versionIds).execute();
  // A space that was left behind may hold them too.
  if ((await removeVectorsSlice(transaction, setIds)) === rowsPerRemoval) return false;
  if (setIds.length > 0) {
    await transaction.deleteFrom("chunks").where("chunk_set_id", "in", setIds).execute();
    await transaction.deleteFrom("chunk_sets").where("chunk_set_id", "in", setIds).execute();
  }
  await transaction.deleteFrom("derived_data").where("version_id", "in", versionIds).execute();
  await transaction.deleteFrom("versions").where("version_id", "in", versionIds).execute();
  return true;
};

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

const byFileId = (one: Removal, other: Removal): number =>
  one.fileId < other.fileId ? -1 : one.fileId > other.fileId ? 1 : 0;
