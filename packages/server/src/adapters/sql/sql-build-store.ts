import { type Kysely, sql, type UpdateObject } from "kysely";
import type { Build } from "../../builds/build.ts";
import type { BuildStore } from "../../builds/build-store.ts";
import { lanes } from "../../builds/lane.ts";
import type { EventFacts } from "../../events/event.ts";
import type { Clock } from "../../kernel/clock.ts";
import { appendEvents } from "./append-events.ts";
import { buildsWithName, isUnderWay, toBuild } from "./build-row.ts";
import { claimBuild } from "./claim-build.ts";
import { insertBuild, insertSource } from "./insert-build.ts";
import { toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import { nextTurnIn } from "./next-turn.ts";
import { numberInTurn } from "./number-in-turn.ts";
import { areBuildsLimited, refuseBeyondLimits } from "./project-limits.ts";
import type { Database } from "./schema.ts";
import type { ShareCommit } from "./shared-commits.ts";
import { idsPerStatement, slicesOf } from "./slices.ts";

export const createSqlBuildStore = (
  database: Kysely<Database>,
  clock: Clock,
  { shareUploads, shareBuilds }: { shareUploads: ShareCommit; shareBuilds: ShareCommit },
): BuildStore => {
  /** The build, if the owner still holds it. */
  const heldBy = (owner: string, buildId: string, by: Kysely<Database> = database) =>
    by
      .updateTable("builds")
      .where("build_id", "=", buildId)
      .where("status", "=", "Processing")
      .where("lease_owner", "=", owner);

  /** Ends a held build, with the event that says so. */
  const endHeld = (
    buildId: string,
    owner: string,
    type: Extract<EventFacts["type"], "build.completed" | "build.failed">,
    values: UpdateObject<Database, "builds">,
  ): Promise<boolean> =>
    shareBuilds(
      async (transaction) => {
        const build = await heldBy(owner, buildId, transaction)
          .set(values)
          .returning(["project_id", "file_id"])
          .executeTakeFirst();
        if (!build) return false;
        const facts = { type, data: { buildId, fileId: build.file_id } };
        await appendEvents(transaction, clock.now(), [{ projectId: build.project_id, facts }]);
        return true;
      },
      { isDurable: true },
    );

  return {
    addWithSource: (source, build, { hasCompany } = { hasCompany: () => false }) =>
      shareUploads(
        async (transaction) => {
          await numberInTurn(transaction, "sources and builds", [source.projectId]);
          await refuseBeyondLimits(transaction, source);
          await insertSource(transaction, source);
          await insertBuild(transaction, build, toText(clock.now()));
        },
        { isDurable: true, hasCompany },
      ),

    async add(build) {
      return database.transaction().execute(async (transaction) => {
        const source = await lockRow(transaction, "sources", build.fileId);
        if (source?.project_id !== build.projectId) return false;
        await numberInTurn(transaction, "sources and builds", [build.projectId]);
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

    claim: (lease, now, lane) => claimBuild(database, lease, now, lane),

    areLimited: () => areBuildsLimited(database),

    // Those of one heartbeat share a commit. After a power cut every lease is taken back anyway.
    renew: (buildId, lease, progress) =>
      shareBuilds(
        async (transaction) => {
          const { numUpdatedRows } = await heldBy(lease.owner, buildId, transaction)
            .set({
              lease_until: toText(lease.until),
              updated_at: toText(clock.now()),
              ...(progress && { progress: JSON.stringify(progress) }),
            })
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        },
        { isDurable: false },
      ),

    complete: (buildId, owner, outcome) =>
      endHeld(buildId, owner, "build.completed", {
        ...ended("Completed", clock),
        message: outcome.message,
        total_partitions: outcome.totalPartitions,
        total_pages: outcome.totalPages,
        failed_pages: JSON.stringify(outcome.failedPages),
        duplicate_of: outcome.duplicateOf ?? null,
        left_out: outcome.leftOut ? JSON.stringify(outcome.leftOut) : null,
        ...(outcome.method ? { method: outcome.method } : {}),
      }),

    fail: (buildId, owner, error) =>
      endHeld(buildId, owner, "build.failed", { ...ended("Processing failed", clock), error }),

    async retry(buildId, owner, from, { isCounted } = { isCounted: true }) {
      // A lease without an owner: it runs out like one whose worker is gone, and no start shortens it.
      const { numUpdatedRows } = await heldBy(owner, buildId)
        .set((build) => ({
          ...ended("Processing", clock),
          lease_until: toText(from),
          ...(!isCounted && { attempts: build("attempts", "-", 1) }),
        }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    turnHeavy: (buildId, owner) =>
      database.transaction().execute(async (transaction) => {
        const build = await heldBy(owner, buildId, transaction)
          .set({ lane: "heavy" })
          .returning("project_id")
          .executeTakeFirst();
        if (!build) return false;
        await numberInTurn(transaction, "sources and builds", [build.project_id]);
        await heldBy(owner, buildId, transaction)
          .set({ turn: nextTurnIn("heavy", build.project_id) })
          .execute();
        return true;
      }),

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
        .where("status", "=", sql.lit("Processing"))
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

    async endedOf(buildIds) {
      const ended: string[] = [];
      for (const slice of slicesOf(buildIds, idsPerStatement)) {
        const rows = await database
          .selectFrom("builds")
          .select("build_id")
          .where("build_id", "in", slice)
          .where("status", "not in", ["Pending", "Processing"])
          .execute();
        ended.push(...rows.map(({ build_id }) => build_id));
      }
      return ended;
    },

    async counts() {
      const rows = await database
        .selectFrom("builds")
        .select(({ fn }) => ["status", fn.countAll().as("builds")])
        .where("lane", "in", lanes)
        .where(isUnderWay)
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
