import { type Kysely, sql } from "kysely";
import type { Build } from "../../builds/build.ts";
import type { Lease } from "../../builds/build-store.ts";
import type { Lane } from "../../builds/lane.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { buildsWithName, toBuild } from "./build-row.ts";
import { toText } from "./instants.ts";
import { isSqlite } from "./is-sqlite.ts";
import { numberInTurn } from "./number-in-turn.ts";
import { areBuildsLimited, projectsWithFullBuilds } from "./project-limits.ts";
import type { Database } from "./schema.ts";
import { unsynced, unsyncedTransaction } from "./unsynced-transaction.ts";

/** Claims the next build of a lane, of a project that may begin one. Null without one. */
export async function claimBuild(
  database: Kysely<Database>,
  lease: Lease,
  now: Date,
  lane: Lane,
): Promise<Build | null> {
  const claimOne = async (held: Kysely<Database>, candidates: Claimable) =>
    (
      await held
        .updateTable("builds")
        .set((build) => ({
          status: "Processing",
          lease_owner: lease.owner,
          lease_until: toText(lease.until),
          attempts: build("attempts", "+", 1),
          progress: null,
          updated_at: toText(now),
        }))
        // Builds that other workers are claiming are passed over, so that a claim never waits for them.
        .where("build_id", "=", () =>
          candidates
            .select("build_id")
            .limit(1)
            .$if(!isSqlite(database), (free) => free.forUpdate().skipLocked()),
        )
        .returning("build_id")
        .executeTakeFirst()
    )?.build_id;
  const found = async (buildId: string | undefined) => {
    if (buildId === undefined) return null;
    const row = await buildsWithName(database).where("builds.build_id", "=", buildId).executeTakeFirst();
    return row ? toBuild(row) : null;
  };
  if (!(await areBuildsLimited(database))) {
    for (const candidates of await claimable(database, lane, toText(now))) {
      const build = await found(await unsynced(database, (held) => claimOne(held, candidates)));
      if (build) return build;
    }
    return null;
  }
  // One claim at a time, so that two don't both take the last place of a project.
  const buildId = await unsyncedTransaction(database, async (transaction) => {
    await numberInTurn(transaction, "limited claims", [""]);
    const full = await projectsWithFullBuilds(transaction);
    for (const candidates of await claimable(transaction, lane, toText(now), full)) {
      const buildId = await claimOne(transaction, candidates);
      if (buildId !== undefined) return buildId;
    }
    return undefined;
  });
  return found(buildId);
}

type Claimable = Awaited<ReturnType<typeof claimable>>[number];

/**
 * The builds of a lane that may be claimed: those that wait, and those whose lease ran out, each in its order. The list
 * whose first build comes earlier is the first. Of projects that are `full` no build may be begun. Each is the end of an index; one list of both would sort the whole queue.
 */
const claimable = async (database: Kysely<Database>, lane: Lane, now: string, full: ProjectId[] = []) => {
  const builds = database.selectFrom("builds").where("lane", "=", lane);
  // Not as parameters: only so does SQLite see that the index of builds under way is meant.
  const pending = builds
    .where("status", "=", sql.lit("Pending"))
    .$if(full.length > 0, (free) => free.where("project_id", "not in", full))
    .orderBy("turn")
    .orderBy("ordinal");
  const expired = builds
    .where("status", "=", sql.lit("Processing"))
    .where("lease_until", "<=", now)
    .orderBy("turn")
    .orderBy("ordinal");
  const firstOf = (list: typeof pending) => list.select(["turn", "ordinal"]).limit(1).executeTakeFirst();
  const firstExpired = await firstOf(expired);
  if (!firstExpired) return [pending];
  const firstPending = await firstOf(pending);
  const isEarlier =
    firstPending === undefined ||
    (firstExpired.turn - firstPending.turn || firstExpired.ordinal - firstPending.ordinal) <= 0;
  return isEarlier ? [expired, pending] : [pending, expired];
};
