import { type Kysely, sql, type Transaction } from "kysely";
import type { FlowId } from "../../flows/flow/flow.ts";
import type { FlowRun, FlowStore } from "../../flows/flow/flow-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { appendEvents } from "./append-events.ts";
import { createNameSet, holdDrawnSet, removeUnusedSets } from "./drawn-sets.ts";
import { toRun, toRunTexts } from "./flow-row.ts";
import { toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval } from "./slices.ts";
import { endAccepted } from "./sql-accepted-runs.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

export const createFlowRuns = (
  database: Kysely<Database>,
  clock: Clock,
): Pick<
  FlowStore,
  "addRun" | "findRun" | "listRuns" | "latestTest" | "listTestedRuns" | "expireRuns" | "removeOldRuns"
> => {
  const nameSet = createNameSet();
  return {
    // A trace may be lost in a power cut, so the caller of the run does not wait for the disk.
    addRun: (run, fileIds) =>
      unsyncedTransaction(database, async (transaction) => {
        if (!(await lockRow(transaction, "flows", run.flowId))) return;
        const noteEnd = () => addRunEnded(transaction, run, clock.now());
        // Drawn from a source that was deleted meanwhile, the run goes with it: the deletion has found none to remove.
        const drawnFrom = await holdDrawnSet(transaction, nameSet(fileIds), run.startedAt);
        const isDone = run.state === "done" && drawnFrom !== null;
        await endAccepted(transaction, run.runId, {
          isDone,
          endedAt: clock.now(),
          drawn_set_id: null,
          ...drawnFrom,
        });
        if (!drawnFrom) return noteEnd();
        const { summary, detail } = toRunTexts(run);
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("flow_runs")
          .values({
            run_id: run.runId,
            flow_id: run.flowId,
            started_at: toText(run.startedAt),
            summary,
            detail,
            tested: run.tests ? 1 : 0,
            bytes: Buffer.byteLength(summary) + Buffer.byteLength(detail),
            ...drawnFrom,
          })
          // One that was taken up after its end only answers again.
          .onConflict((conflict) => conflict.column("run_id").doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 0n) await noteEnd();
      }),

    async findRun(flowId, runId) {
      const row = await database
        .selectFrom("flow_runs")
        .select(["summary", "detail"])
        .where("run_id", "=", runId)
        .where("flow_id", "=", flowId)
        .executeTakeFirst();
      return row ? toRun(row) : null;
    },

    async latestTest(flowId) {
      const row = await testedRuns(database, flowId).select("summary").limit(1).executeTakeFirst();
      return row ? toRun(row) : null;
    },

    async listTestedRuns(flowId, limit) {
      const rows = await testedRuns(database, flowId).select(["summary", "detail"]).limit(limit).execute();
      return rows.map(toRun);
    },

    async listRuns(flowId, { offset, limit }) {
      const ofFlow = database.selectFrom("flow_runs").where("flow_id", "=", flowId);
      const { total } = await ofFlow.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
      const rows = await ofFlow
        .select("summary")
        .orderBy("started_at", "desc")
        .orderBy("run_id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return { runs: rows.map(toRun), total: Number(total) };
    },

    async expireRuns(before, maxBytes) {
      const { bytes } = await database
        .selectFrom("flow_runs")
        .select(({ fn }) => fn.sum("bytes").as("bytes"))
        .executeTakeFirstOrThrow();
      const oldest = toText(before);
      let excess = Number(bytes ?? 0) - maxBytes;
      for (let removed = 0; ; await nextTurn()) {
        const rows = await database
          .selectFrom("flow_runs")
          .select(["run_id", "started_at", "bytes"])
          .orderBy("started_at")
          .orderBy("run_id")
          .limit(rowsPerRemoval)
          .execute();
        const expired: string[] = [];
        for (const row of rows) {
          if (row.started_at >= oldest && excess <= 0) break;
          expired.push(row.run_id);
          excess -= Number(row.bytes);
        }
        await removeRuns(database, expired);
        removed += expired.length;
        if (expired.length < rowsPerRemoval) {
          await removeUnusedSets(database, before);
          return removed;
        }
      }
    },

    async removeOldRuns(projectId, before) {
      const rows = await database
        .selectFrom("flow_runs")
        .innerJoin("flows", "flows.flow_id", "flow_runs.flow_id")
        .select("run_id")
        .where("project_id", "=", projectId)
        .where("started_at", "<", toText(before))
        .limit(rowsPerRemoval)
        .execute();
      const runs = rows.map((row) => row.run_id);
      await removeRuns(database, runs);
      return { runs, flows: await removeOldRecords(database, projectId, before) };
    },
  };
};

/** Removes some of what nodes gave before a time, but not of nodes that run. Answers the flows. */
const removeOldRecords = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  before: Date,
): Promise<FlowId[]> => {
  // The end of the payload, see `toRecordPayload`: PostgreSQL reads no JSON in which a NUL is.
  const isOld = sql<boolean>`payload like '%"ranAt":"____-__-__T__:__:__.___Z"}'
    and substr(payload, length(payload) - 25, 24) < ${toText(before)}`;
  const rows = await database
    .selectFrom("flow_node_records")
    .innerJoin("flows", "flows.flow_id", "flow_node_records.flow_id")
    .select(["record_id", "flows.flow_id"])
    .where("project_id", "=", projectId)
    .where("state", "not in", ["processing", "waiting"])
    .where(isOld)
    .limit(rowsPerRemoval)
    .execute();
  if (rows.length === 0) return [];
  await database
    .deleteFrom("flow_node_records")
    .where(
      "record_id",
      "in",
      rows.map((row) => row.record_id),
    )
    // One that ran again meanwhile keeps its place.
    .where(isOld)
    .execute();
  return [...new Set(rows.map((row) => row.flow_id))];
};

const addRunEnded = async (
  transaction: Transaction<Database>,
  { flowId, runId, kind, state }: FlowRun,
  at: Date,
): Promise<void> => {
  const flow = await transaction
    .selectFrom("flows")
    .select(["project_id", "name"])
    .where("flow_id", "=", flowId)
    .executeTakeFirstOrThrow();
  const data = { flowName: flow.name, runId, kind, state: state === "done" ? state : ("failed" as const) };
  await appendEvents(transaction, at, [{ projectId: flow.project_id, facts: { type: "run.ended", data } }]);
};

/** Runs that tested, the newest first. */
const testedRuns = (database: Kysely<Database>, flowId: FlowId) =>
  database
    .selectFrom("flow_runs")
    .where("flow_id", "=", flowId)
    .where("tested", "=", sql.lit(1))
    .orderBy("started_at", "desc")
    .orderBy("run_id", "desc");

/** Removes the runs of a flow that is about to be removed, in slices. */
export const removeRunsOf = async (database: Kysely<Database>, flowId: FlowId): Promise<void> => {
  for (;;) {
    const rows = await database
      .selectFrom("flow_runs")
      .select("run_id")
      .where("flow_id", "=", flowId)
      .limit(rowsPerRemoval)
      .execute();
    await removeRuns(
      database,
      rows.map((row) => row.run_id),
    );
    if (rows.length < rowsPerRemoval) return;
    await nextTurn();
  }
};

const removeRuns = async (database: Kysely<Database>, runIds: string[]): Promise<void> => {
  if (runIds.length > 0) await database.deleteFrom("flow_runs").where("run_id", "in", runIds).execute();
};
