import type { Kysely } from "kysely";
import type { EventFacts } from "../../events/event.ts";
import type { FlowStore } from "../../flows/flow/flow-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { appendEvents } from "./append-events.ts";
import { listedRevisionColumns, toFilesText, toJsonText, toListedRevision, toRevision } from "./flow-row.ts";
import { toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";

export const createFlowRevisions = (
  database: Kysely<Database>,
  clock: Clock,
): Pick<FlowStore, "deploy" | "setDeployed" | "findRevision" | "listRevisions"> => ({
  deploy: (revision) =>
    database.transaction().execute(async (transaction) => {
      // First, so that two deployments take turns and get two numbers.
      const flow = await transaction
        .updateTable("flows")
        .set({
          deployed_revision_id: revision.revisionId,
          was_deployed: 1,
          updated_at: toText(clock.now()),
        })
        .where("flow_id", "=", revision.flowId)
        .returning(["project_id", "name"])
        .executeTakeFirst();
      if (!flow) throw new Error(`The flow ${revision.flowId} was deleted meanwhile`);
      const latest = await transaction
        .selectFrom("flow_revisions")
        .select(({ fn }) => fn.max("number").as("number"))
        .where("flow_id", "=", revision.flowId)
        .executeTakeFirst();
      const number = Number(latest?.number ?? 0) + 1;
      await transaction
        .insertInto("flow_revisions")
        .values({
          revision_id: revision.revisionId,
          flow_id: revision.flowId,
          number,
          graph: JSON.stringify(revision.graph),
          files: toFilesText(revision),
          node_versions: JSON.stringify(revision.nodeVersions),
          tool_description: toJsonText(revision.toolDescription),
          created_at: toText(revision.createdAt),
        })
        .execute();
      const data = { flowName: flow.name, revisionId: revision.revisionId };
      const facts = { type: "flow.deployed" as const, data };
      await appendEvents(transaction, clock.now(), [{ projectId: flow.project_id, facts }]);
      return { ...revision, number };
    }),

  setDeployed: (flowId, revisionId) =>
    database.transaction().execute(async (transaction) => {
      if (!(await lockRow(transaction, "flows", flowId))) return false;
      const flow = await transaction
        .selectFrom("flows")
        .select(["project_id", "name", "deployed_revision_id"])
        .where("flow_id", "=", flowId)
        .executeTakeFirstOrThrow();
      if (revisionId !== null) {
        const revision = await transaction
          .selectFrom("flow_revisions")
          .select("revision_id")
          .where("revision_id", "=", revisionId)
          .where("flow_id", "=", flowId)
          .executeTakeFirst();
        if (!revision) return false;
      }
      await transaction
        .updateTable("flows")
        .set({ deployed_revision_id: revisionId, updated_at: toText(clock.now()) })
        .where("flow_id", "=", flowId)
        .execute();
      if (revisionId === flow.deployed_revision_id) return true;
      const facts: EventFacts =
        revisionId === null
          ? { type: "flow.undeployed", data: { flowName: flow.name } }
          : { type: "flow.rolled_back", data: { flowName: flow.name, revisionId } };
      await appendEvents(transaction, clock.now(), [{ projectId: flow.project_id, facts }]);
      return true;
    }),

  async findRevision(flowId, revisionId) {
    const row = await database
      .selectFrom("flow_revisions")
      .selectAll()
      .where("revision_id", "=", revisionId)
      .where("flow_id", "=", flowId)
      .executeTakeFirst();
    return row ? toRevision(row) : null;
  },

  async listRevisions(flowId) {
    const rows = await database
      .selectFrom("flow_revisions")
      .select(listedRevisionColumns)
      .where("flow_id", "=", flowId)
      .orderBy("number", "desc")
      .execute();
    return rows.map(toListedRevision);
  },
});
