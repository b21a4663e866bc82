import { type Kysely, sql, type Transaction } from "kysely";
import type { StreamedRun, StreamedRuns, Written } from "../../http/runs/streamed-runs.ts";
import { toInstant, toText } from "./instants.ts";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

/** What ends an event. JSON has no line break, so nothing else in it looks like this. */
const eventEnd = /(?<=\n\n)/;

export const createSqlStreamedRuns = (database: Kysely<Database>): StreamedRuns => {
  // Events are worth little after minutes, so no commit waits for the disk.
  const cheaply = <Result>(work: (transaction: Transaction<Database>) => Promise<Result>) =>
    unsyncedTransaction(database, async (transaction) => {
      if (!isSqlite(transaction)) await sql`set local synchronous_commit = off`.execute(transaction);
      return work(transaction);
    });
  return {
    begin: (run) =>
      cheaply(async (transaction) => {
        const mine = {
          owner: run.owner,
          outlives_service: Number(run.outlivesService),
          is_taken_up: Number(run.isTakenUp),
          state: "running" as const,
          leased_until: toText(run.leasedUntil),
          kept_until: toText(run.keptUntil),
        };
        await transaction
          .insertInto("streamed_runs")
          .values({
            ...{ run_id: run.runId, project_id: run.projectId, ...mine },
            ...{ stop_reason: null, forgotten: "", followed_until: "" },
          })
          .onConflict((conflict) => conflict.column("run_id").doUpdateSet(mine))
          .execute();
        if (run.isTakenUp)
          await transaction.deleteFrom("streamed_events").where("run_id", "=", run.runId).execute();
      }),

    async write(owner, pieces, { now, leasedUntil, keptUntil }) {
      const written = new Map<string, Written>(pieces.map(({ runId }) => [runId, "forgotten"]));
      if (pieces.length === 0) return written;
      await cheaply(async (transaction) => {
        const rows = await transaction
          .updateTable("streamed_runs")
          .set({ leased_until: toText(leasedUntil), kept_until: toText(keptUntil) })
          .where("run_id", "in", [...written.keys()])
          .where("owner", "=", owner)
          .returning(["run_id", "stop_reason", "followed_until", "forgotten"])
          .execute();
        const held = new Map(rows.map((row) => [row.run_id, row]));
        const lacking = [...written.keys()].filter((runId) => !held.has(runId));
        for (const runId of await takenByOthers(transaction, lacking)) written.set(runId, "elsewhere");
        for (const piece of pieces) {
          const row = held.get(piece.runId);
          if (!row) continue;
          const frames = piece.events.join("");
          if (row.forgotten.split(" ").some((text) => text !== "" && frames.includes(text))) {
            await removeRuns(transaction, [piece.runId]);
            continue;
          }
          written.set(piece.runId, {
            stopReason: row.stop_reason,
            followedUntil: new Date(row.followed_until || 0),
          });
          if (piece.events.length > 0)
            await transaction
              .insertInto("streamed_events")
              .values({
                run_id: piece.runId,
                first_id: piece.firstId,
                last_id: piece.firstId + piece.events.length - 1,
                frames,
              })
              .execute();
          if (piece.end !== null)
            await transaction
              .updateTable("streamed_runs")
              .set(piece.end === "left" ? { leased_until: toText(now) } : { state: piece.end })
              .where("run_id", "=", piece.runId)
              .execute();
        }
      });
      return written;
    },

    async find(projectId, runId, now) {
      const row = await database
        .selectFrom("streamed_runs")
        .select(["is_taken_up", "outlives_service", "state", "leased_until"])
        .select((run) =>
          run
            .selectFrom("streamed_events")
            .select(({ fn }) => fn.max("last_id").as("last"))
            .whereRef("streamed_events.run_id", "=", "streamed_runs.run_id")
            .as("last_id"),
        )
        .where("run_id", "=", runId)
        .where("project_id", "=", projectId)
        .where("kept_until", ">=", toText(now))
        .executeTakeFirst();
      if (!row) return null;
      return {
        isTakenUp: row.is_taken_up === 1,
        outlivesService: row.outlives_service === 1,
        state: row.state,
        leasedUntil: toInstant(row.leased_until),
        lastEventId: Number(row.last_id ?? 0),
      } satisfies StreamedRun;
    },

    async eventsAfter(runId, after) {
      const rows = await database
        .selectFrom("streamed_events")
        .select(["first_id", "frames"])
        .where("run_id", "=", runId)
        .where("last_id", ">", after)
        .orderBy("first_id")
        .execute();
      return rows.flatMap(({ first_id, frames }) =>
        frames.split(eventEnd).slice(Math.max(0, after + 1 - first_id)),
      );
    },

    follow: async (runId, until) =>
      cheaply(async (transaction) => {
        await transaction
          .updateTable("streamed_runs")
          .set({ followed_until: toText(until) })
          .where("run_id", "=", runId)
          .execute();
      }),

    async askToStop(runId, reason) {
      await database
        .updateTable("streamed_runs")
        .set({ stop_reason: reason })
        .where("run_id", "=", runId)
        .where("state", "=", "running")
        .execute();
    },

    async forget(projectId, text) {
      const running = await runsOf(database, projectId).where("state", "=", "running").execute();
      // One row at a time: a process that writes several at once, in another order, would wait for this one for ever.
      for (const { run_id } of running)
        await database
          .updateTable("streamed_runs")
          .set({ forgotten: sql`forgotten || ${` ${text}`}` })
          .where("run_id", "=", run_id)
          .execute();
      const holding = await runsOf(database, projectId)
        .where("run_id", "in", (events) =>
          events
            .selectFrom("streamed_events")
            .select("streamed_events.run_id")
            .where("frames", "like", `%${text}%`),
        )
        .execute();
      for (const { run_id } of holding) await removeRuns(database, [run_id]);
    },

    remove: (runIds) => removeRuns(database, runIds),

    async removeAll() {
      await database.deleteFrom("streamed_runs").execute();
    },

    async expire(now) {
      await database.deleteFrom("streamed_runs").where("kept_until", "<", toText(now)).execute();
    },
  };
};

const takenByOthers = async (database: Kysely<Database>, runIds: readonly string[]): Promise<string[]> => {
  if (runIds.length === 0) return [];
  const rows = await database
    .selectFrom("streamed_runs")
    .select("run_id")
    .where("run_id", "in", runIds)
    .execute();
  return rows.map(({ run_id }) => run_id);
};

const runsOf = (database: Kysely<Database>, projectId: string) =>
  database.selectFrom("streamed_runs").select("run_id").where("project_id", "=", projectId);

/** Their events go with them. */
const removeRuns = async (database: Kysely<Database>, runIds: readonly string[]): Promise<void> => {
  if (runIds.length > 0) await database.deleteFrom("streamed_runs").where("run_id", "in", runIds).execute();
};
