import type { Kysely } from "kysely";
import type { Build } from "../../builds/build.ts";
import type { BuildStore } from "../../builds/build-store.ts";
import { type Lane, lanes } from "../../builds/lane.ts";
import type { Clock } from "../../kernel/clock.ts";
import { buildsWithName, toBuild } from "./build-row.ts";
import { holdSource } from "./hold-source.ts";
import { insertBuild, insertSource } from "./insert-build.ts";
import { toText } from "./instants.ts";
import { nextTurnIn } from "./next-turn.ts";
import type { Database } from "./schema.ts";
import type { ShareCommit } from "./shared-commits.ts";
import { unsynced } from "./unsynced-transaction.ts";

/** How many builds one claim may lose to other workers before it gives up until it is asked again. */
const claimAttempts = 100;

export const createSqlBuildStore = (
  database: Kysely<Database>,
  clock: Clock,
  shareCommit: ShareCommit,
): BuildStore => {
  /** The build, if the owner still holds it. */
  const heldBy = (owner: string, buildId: string, by: Kysely<Database> = database) =>
    by
      .updateTable("builds")
      .where("build_id", "=", buildId)
      .where("status", "=", "Processing")
      .where("lease_owner", "=", owner);

  return {
    addWithSource: (source, build) =>
      shareCommit(
        async (transaction) => {
          await insertSource(transaction, source);
          await insertBuild(transaction, build, toText(clock.now()));
        },
        { isDurable: true },
      ),

    async add(build) {
      return database.transaction().execute(async (transaction) => {
        const projectId = await holdSource(transaction, build.fileId);
        if (projectId !== build.projectId) return false;
        await insertBuild(transaction, build, toText(clock.now()));
        return true;
      });
    },

    async find(projectId, buildId) {
      const row = await buildsWithName(database)
        .where("builds.build_id", "=", buildId)
        .where("builds.project_id", "=", projectId)
        .executeTakeFirst();
      return row ? toBuild(row) : null;
    },

    async claim(lease, now, lane) {
      for (let attempt = 0; attempt < claimAttempts; attempt += 1) {
        const candidate = await nextClaimable(database, lane, toText(now));
        if (!candidate) return null;
        // Another worker may have taken it meanwhile: then the row no longer matches, and the next one is tried.
        const { numUpdatedRows } = await unsynced(database, (held) =>
          held
            .updateTable("builds")
            .set((build) => ({
              status: "Processing",
              lease_owner: lease.owner,
              lease_until: toText(lease.until),
              attempts: build("attempts", "+", 1),
              progress: null,
              updated_at: toText(now),
            }))
            .where("build_id", "=", candidate)
            .where((build) =>
              build.or([
                build("status", "=", "Pending"),
                build.and([build("status", "=", "Processing"), build("lease_until", "<=", toText(now))]),
              ]),
            )
            .executeTakeFirstOrThrow(),
        );
        if (numUpdatedRows === 0n) continue;
        const row = await buildsWithName(database)
          .where("builds.build_id", "=", candidate)
          .executeTakeFirst();
        if (row) return toBuild(row);
      }
      return null;
    },

    async renew(buildId, lease, progress) {
      const { numUpdatedRows } = await heldBy(lease.owner, buildId)
        .set({
          lease_until: toText(lease.until),
          updated_at: toText(clock.now()),
          ...(progress && { progress: JSON.stringify(progress) }),
        })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    complete: (buildId, owner, outcome) =>
      shareCommit(
        async (transaction) => {
          const { numUpdatedRows } = await heldBy(owner, buildId, transaction)
            .set({
              ...ended("Completed", clock),
              message: outcome.message,
              total_partitions: outcome.totalPartitions,
              total_pages: outcome.totalPages,
              failed_pages: JSON.stringify(outcome.failedPages),
              duplicate_of: outcome.duplicateOf ?? null,
              left_out: outcome.leftOut ? JSON.stringify(outcome.leftOut) : null,
              ...(outcome.method ? { method: outcome.method } : {}),
            })
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        },
        { isDurable: true },
      ),

    async fail(buildId, owner, error) {
      const { numUpdatedRows } = await heldBy(owner, buildId)
        .set({ ...ended("Processing failed", clock), error })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async retry(buildId, owner, from) {
      // A lease without an owner: it runs out like one whose worker is gone, and no start shortens it.
      const { numUpdatedRows } = await heldBy(owner, buildId)
        .set({ ...ended("Processing", clock), lease_until: toText(from) })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async turnHeavy(buildId, owner) {
      const build = await heldBy(owner, buildId)
        .set({ lane: "heavy" })
        .returning("project_id")
        .executeTakeFirst();
      if (!build) return false;
      await heldBy(owner, buildId)
        .set({ turn: nextTurnIn("heavy", build.project_id) })
        .execute();
      return true;
    },

    async release(buildId, owner) {
      const { numUpdatedRows } = await heldBy(owner, buildId)
        .set((build) => ({ ...ended("Pending", clock), attempts: build("attempts", "-", 1) }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async requeue(worker) {
      await database
        .updateTable("builds")
        .where("lane", "in", lanes)
        .where("status", "=", "Processing")
        .where("lease_owner", "like", `${worker}/%`)
        .set(ended("Pending", clock))
        .execute();
    },

    async isHeld(fileId, now) {
      const row = await database
        .selectFrom("builds")
        .select("build_id")
        .where("file_id", "=", fileId)
        .where("status", "=", "Processing")
        .where("lease_owner", "is not", null)
        .where("lease_until", ">", toText(now))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async counts() {
      const rows = await database
        .selectFrom("builds")
        .select(({ fn }) => ["status", fn.countAll().as("builds")])
        .where("lane", "in", lanes)
        .where("status", "in", ["Pending", "Processing"])
        .groupBy("status")
        .execute();
      const count = (status: string) => Number(rows.find((row) => row.status === status)?.builds ?? 0);
      return { pending: count("Pending"), processing: count("Processing") };
    },

    async isLatest(fileId, buildId) {
      const row = await database
        .selectFrom("builds")
        .select("build_id")
        .where("file_id", "=", fileId)
        .where("status", "!=", "Processing failed")
        .orderBy("ordinal", "desc")
        .orderBy("build_id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.build_id === buildId;
    },
  };
};

/** What ends a worker's hold on a build, whichever way. */
const ended = (status: Build["status"], clock: Clock) => ({
  status,
  lease_owner: null,
  lease_until: null,
  progress: null,
  updated_at: toText(clock.now()),
});

/** Two short looks into an index each: one condition over both states would sort the whole queue. */
const nextClaimable = async (database: Kysely<Database>, lane: Lane, now: string): Promise<string | null> => {
  const builds = database
    .selectFrom("builds")
    .select(["build_id", "turn", "ordinal"])
    .where("lane", "=", lane);
  const pending = await builds
    .where("status", "=", "Pending")
    .orderBy("turn")
    .orderBy("ordinal")
    .limit(1)
    .executeTakeFirst();
  const expired = await builds
    .where("status", "=", "Processing")
    .where("lease_until", "<=", now)
    .orderBy("lease_until")
    .limit(1)
    .executeTakeFirst();
  if (!pending || !expired) return (pending ?? expired)?.build_id ?? null;
  const expiredFirst = expired.turn - pending.turn || expired.ordinal - pending.ordinal;
  return expiredFirst <= 0 ? expired.build_id : pending.build_id;
};
