import type { Kysely } from "kysely";
import type { FlowStore } from "../../flows/flow/flow-store.ts";
import { newId } from "../../kernel/ids.ts";
import { createNameSet, holdDrawnSet } from "./drawn-sets.ts";
import { emptyRecord, toRecord, toRecordPayload } from "./flow-row.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { slicesOf } from "./slices.ts";

export const createFlowRecords = (
  database: Kysely<Database>,
): Pick<FlowStore, "records" | "saveRecord" | "setStates" | "settleStates"> => {
  const nameSet = createNameSet();
  return {
    async records(flowId) {
      const rows = await database
        .selectFrom("flow_node_records")
        .select(["payload", "state"])
        .where("flow_id", "=", flowId)
        .orderBy("node_id")
        .execute();
      return rows.map(toRecord);
    },

    saveRecord: (flowId, record, fileIds) =>
      database.transaction().execute(async (transaction) => {
        if (!(await lockRow(transaction, "flows", flowId))) return;
        const nodeId = JSON.stringify(record.nodeId);
        // Drawn from a source that was deleted meanwhile, the record goes with it: the deletion has found none to remove.
        const drawnFrom = await holdDrawnSet(transaction, nameSet(fileIds), record.ranAt);
        if (!drawnFrom) {
          await transaction
            .deleteFrom("flow_node_records")
            .where("flow_id", "=", flowId)
            .where("node_id", "=", nodeId)
            .execute();
          return;
        }
        const payload = toRecordPayload(record);
        await transaction
          .insertInto("flow_node_records")
          .values({
            record_id: newId(),
            flow_id: flowId,
            node_id: nodeId,
            payload,
            state: record.state,
            ...drawnFrom,
          })
          .onConflict((conflict) =>
            conflict
              .columns(["flow_id", "node_id"])
              .doUpdateSet({ payload, state: record.state, ...drawnFrom }),
          )
          .execute();
      }),

    setStates: (flowId, nodeIds, state) =>
      database.transaction().execute(async (transaction) => {
        if (nodeIds.length === 0 || !(await lockRow(transaction, "flows", flowId))) return;
        const rows = nodeIds.map((nodeId) => ({
          record_id: newId(),
          flow_id: flowId,
          node_id: JSON.stringify(nodeId),
          payload: toRecordPayload({ ...emptyRecord(nodeId), state }),
          state,
        }));
        for (const slice of slicesOf(rows, rowsPerStatement)) {
          await transaction
            .insertInto("flow_node_records")
            .values(slice)
            .onConflict((conflict) => conflict.columns(["flow_id", "node_id"]).doUpdateSet({ state }))
            .execute();
        }
      }),

    async settleStates() {
      await database
        .updateTable("flow_node_records")
        .set({ state: "stale" })
        .where("state", "in", ["processing", "waiting"])
        .execute();
    },
  };
};

/** A statement takes a bounded number of parameters. */
const rowsPerStatement = 100;
