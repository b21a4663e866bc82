import type { Kysely, Transaction } from "kysely";
import type { FlowId } from "../../flows/flow/flow.ts";
import type { FlowStore } from "../../flows/flow/flow-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { toFlow, toJsonText } from "./flow-row.ts";
import { toText } from "./instants.ts";
import type { Database } from "./schema.ts";
import { createFlowRecords } from "./sql-flow-records.ts";
import { createFlowRevisions } from "./sql-flow-revisions.ts";
import { createFlowRuns, removeRunsOf } from "./sql-flow-runs.ts";

export const createSqlFlowStore = (database: Kysely<Database>, clock: Clock): FlowStore => ({
  create: (flow) =>
    database.transaction().execute(async (transaction) => {
      // Also waits for a deletion that is under way, which writes to the same row.
      const { deleted } = await transaction
        .updateTable("flow_versions")
        .where("id", "=", 1)
        .set((versions) => ({ deleted: versions.ref("deleted") }))
        .returning("deleted")
        .executeTakeFirstOrThrow();
      const row = await transaction
        .insertInto("flows")
        .values({
          flow_id: flow.flowId,
          project_id: flow.projectId,
          name: flow.name,
          description: toJsonText(flow.description),
          draft: JSON.stringify(flow.draft),
          draft_version: Number(deleted) + 1,
          deployed_revision_id: flow.deployedRevisionId,
          was_deployed: flow.wasDeployed ? 1 : 0,
          created_at: toText(flow.createdAt),
          updated_at: toText(flow.updatedAt),
        })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .returning("draft_version")
        .executeTakeFirst();
      return row ? Number(row.draft_version) : null;
    }),

  async find(name) {
    const row = await database.selectFrom("flows").selectAll().where("name", "=", name).executeTakeFirst();
    return row ? toFlow(row) : null;
  },

  async projectOf(name) {
    const row = await database
      .selectFrom("flows")
      .select("project_id")
      .where("name", "=", name)
      .executeTakeFirst();
    return row?.project_id ?? null;
  },

  async list(projectId) {
    const rows = await database
      .selectFrom("flows")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("name")
      .execute();
    return rows.map(toFlow);
  },

  replaceDraft: (flowId, { graph, description }, ifVersion) =>
    database.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable("flows")
        .set((flow) => ({
          draft: JSON.stringify(graph),
          draft_version: flow("draft_version", "+", 1),
          updated_at: toText(clock.now()),
          ...(description !== undefined && { description: toJsonText(description) }),
        }))
        .where("flow_id", "=", flowId)
        .$if(ifVersion !== undefined, (query) => query.where("draft_version", "=", ifVersion ?? 0))
        .returning("draft_version")
        .executeTakeFirst();
      if (!row) return null;
      await keepRecordsOf(
        transaction,
        flowId,
        graph.nodes.map(({ id }) => id),
      );
      return Number(row.draft_version);
    }),

  async remove(flowId) {
    // Most of what is large goes in slices before; the rest goes with the flow.
    await removeRunsOf(database, flowId);
    return database.transaction().execute(async (transaction) => {
      // The row of versions first, as when a flow is created.
      await transaction
        .updateTable("flow_versions")
        .where("id", "=", 1)
        .set((versions) => ({ deleted: versions.ref("deleted") }))
        .execute();
      const row = await transaction
        .deleteFrom("flows")
        .where("flow_id", "=", flowId)
        .returning("draft_version")
        .executeTakeFirst();
      if (!row) return false;
      await transaction
        .updateTable("flow_versions")
        .where("id", "=", 1)
        .set({ deleted: row.draft_version })
        .where("deleted", "<", row.draft_version)
        .execute();
      return true;
    });
  },

  ...createFlowRevisions(database, clock),
  ...createFlowRecords(database),
  ...createFlowRuns(database, clock),
});

/** Removes the records of nodes other than these. */
const keepRecordsOf = async (
  transaction: Transaction<Database>,
  flowId: FlowId,
  nodeIds: string[],
): Promise<void> => {
  const rows = await transaction
    .selectFrom("flow_node_records")
    .select(["record_id", "node_id"])
    .where("flow_id", "=", flowId)
    .execute();
  const kept = new Set(nodeIds.map((nodeId) => JSON.stringify(nodeId)));
  for (const { record_id } of rows.filter((row) => !kept.has(row.node_id))) {
    await transaction.deleteFrom("flow_node_records").where("record_id", "=", record_id).execute();
  }
};
