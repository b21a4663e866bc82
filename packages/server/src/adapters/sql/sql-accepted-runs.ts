import type { Kysely, Transaction } from "kysely";
import {
  type AcceptedRun,
  type AcceptedRuns,
  endedRunKeptMs,
  type RunStep,
  type TakenUpRun,
} from "../../flows/run/accepted-runs.ts";
import { createNameSet, holdDrawnSet } from "./drawn-sets.ts";
import { toRecord, toRecordPayload } from "./flow-row.ts";
import { toInstant, toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval } from "./slices.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

/**
 * What a node gave is kept up to this many characters: more of it is cheap to look up again, such as the ids of
 * 10,000 sets.
 */
const maxRecordLength = 1024 * 1024;

export const createSqlAcceptedRuns = (database: Kysely<Database>): AcceptedRuns => {
  const nameSet = createNameSet();
  const takenUp = database
    .selectFrom("accepted_runs")
    .innerJoin("flows", "flows.flow_id", "accepted_runs.flow_id")
    .select(["run_id", "accepted_runs.flow_id", "payload", "resumed", "name", "project_id"]);
  return {
    accept: (run) =>
      database.transaction().execute(async (transaction) => {
        if (!(await lockRow(transaction, "flows", run.flowId))) return;
        await transaction
          .insertInto("accepted_runs")
          .values({ run_id: run.runId, flow_id: run.flowId, payload: toPayload(run), resumed: 0 })
          .execute();
        const expired = new Date(run.startedAt.getTime() - endedRunKeptMs);
        await removeEndedSlice(transaction, toText(expired));
      }),

    // A power cut may take the last ones: then those nodes run again.
    saveStep: (runId, step, fileIds) =>
      unsyncedTransaction(database, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("accepted_runs")
          .set({ ended_at: null })
          .where("run_id", "=", runId)
          .where("ended_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        const drawnFrom = await holdDrawnSet(transaction, nameSet(fileIds), new Date());
        if (!drawnFrom) return;
        const { position } = await transaction
          .selectFrom("accepted_run_steps")
          .select(({ fn }) => fn.countAll().as("position"))
          .where("run_id", "=", runId)
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto("accepted_run_steps")
          .values({
            run_id: runId,
            node_id: JSON.stringify(step.trace.nodeId),
            position: Number(position),
            payload: toStepPayload(step),
            ...drawnFrom,
          })
          // Done again after a restart, it gave the same.
          .onConflict((conflict) => conflict.columns(["run_id", "node_id"]).doNothing())
          .execute();
      }),

    async find(runId) {
      const row = await database
        .selectFrom("accepted_runs")
        .select(["run_id", "flow_id", "payload", "resumed", "ended_at"])
        .where("run_id", "=", runId)
        .executeTakeFirst();
      if (!row) return null;
      const steps = await database
        .selectFrom("accepted_run_steps")
        .select("payload")
        .where("run_id", "=", runId)
        .orderBy("position")
        .execute();
      return {
        run: toAccepted(row),
        resumed: row.resumed,
        hasEnded: row.ended_at !== null,
        steps: steps.map(toStep),
      };
    },

    async takeUp(endedSince) {
      while ((await removeEndedSlice(database, toText(endedSince))) === rowsPerRemoval) await nextTurn();
      await database
        .updateTable("accepted_runs")
        .set(({ eb }) => ({ resumed: eb("resumed", "+", 1) }))
        .where("ended_at", "is", null)
        .execute();
      return (await takenUp.orderBy("run_id").execute()).map(toTakenUp);
    },

    async unfinished() {
      const rows = await database
        .selectFrom("accepted_runs")
        .select("run_id")
        .where("ended_at", "is", null)
        .orderBy("run_id")
        .execute();
      return rows.map(({ run_id }) => run_id);
    },

    async takeUpOne(runId) {
      const { numUpdatedRows } = await database
        .updateTable("accepted_runs")
        .set(({ eb }) => ({ resumed: eb("resumed", "+", 1) }))
        .where("run_id", "=", runId)
        .where("ended_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      const row = await takenUp.where("run_id", "=", runId).executeTakeFirst();
      return row ? toTakenUp(row) : null;
    },

    async drop(runId) {
      const { numDeletedRows } = await database
        .deleteFrom("accepted_runs")
        .where("run_id", "=", runId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
};

/** The trace of an accepted run is being added: it has come to its end, well or not. */
export const endAccepted = async (
  transaction: Transaction<Database>,
  runId: string,
  { isDone, endedAt, drawn_set_id }: { isDone: boolean; endedAt: Date; drawn_set_id: string | null },
): Promise<void> => {
  // The trace reports a failure: running it again might end differently.
  if (!isDone) await transaction.deleteFrom("accepted_runs").where("run_id", "=", runId).execute();
  else
    await transaction
      .updateTable("accepted_runs")
      .set({ ended_at: toText(endedAt), drawn_set_id })
      .where("run_id", "=", runId)
      .execute();
};

/** Removes some of what came to its end before a time. Answers how many went. */
const removeEndedSlice = async (database: Kysely<Database>, before: string): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom("accepted_runs")
    .where("run_id", "in", (runs) =>
      runs.selectFrom("accepted_runs").select("run_id").where("ended_at", "<", before).limit(rowsPerRemoval),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

type Row = { run_id: string; flow_id: string; payload: string };

const toTakenUp = (row: Row & { name: string; project_id: string; resumed: number }): TakenUpRun => ({
  run: toAccepted(row),
  flowName: row.name,
  projectId: row.project_id,
  resumed: row.resumed,
});

const toPayload = ({ runId: _, flowId: __, startedAt, ...run }: AcceptedRun): string =>
  JSON.stringify({ ...run, startedAt: toText(startedAt) });

const toAccepted = ({ run_id, flow_id, payload }: Row): AcceptedRun => {
  const { startedAt, ...run } = JSON.parse(payload);
  return { ...run, runId: run_id, flowId: flow_id, startedAt: toInstant(startedAt) };
};

const toStepPayload = ({ trace, record }: RunStep): string => {
  const payload = record && toRecordPayload(record);
  const isKept = payload !== null && payload.length <= maxRecordLength;
  return JSON.stringify({ trace, record: isKept ? payload : null });
};

const toStep = ({ payload }: { payload: string }): RunStep => {
  const { trace, record } = JSON.parse(payload);
  return { trace, record: record === null ? null : toRecord({ payload: record, state: "done" }) };
};
