import type { Kysely, Selectable } from "kysely";
import type { Retention, RetentionStore } from "../../retention/retention-store.ts";
import type { Database } from "./schema.ts";

export const createSqlRetentionStore = (database: Kysely<Database>): RetentionStore => {
  const find = (connection: Kysely<Database>, projectId: string) =>
    connection
      .selectFrom("project_retention")
      .selectAll()
      .where("project_id", "=", projectId)
      .executeTakeFirst();

  return {
    of: async (projectId) => toRetention(await find(database, projectId)),

    change: (projectId, change) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("project_retention")
          .values({ project_id: projectId })
          .onConflict((conflict) => conflict.column("project_id").doNothing())
          .execute();
        const columns = {
          ...(change.conversationDays !== undefined && { conversation_days: change.conversationDays }),
          ...(change.runDays !== undefined && { run_days: change.runDays }),
          ...(change.originalDays !== undefined && { original_days: change.originalDays }),
        };
        if (Object.keys(columns).length > 0)
          await transaction
            .updateTable("project_retention")
            .set(columns)
            .where("project_id", "=", projectId)
            .execute();
        return toRetention(await find(transaction, projectId));
      }),

    async list() {
      const rows = await database
        .selectFrom("project_retention")
        .selectAll()
        .where(({ or, eb }) =>
          or([
            eb("conversation_days", "is not", null),
            eb("run_days", "is not", null),
            eb("original_days", "is not", null),
          ]),
        )
        .orderBy("project_id")
        .execute();
      return rows.map((row) => ({ projectId: row.project_id, ...toRetention(row) }));
    },
  };
};

const toRetention = (row: Selectable<Database["project_retention"]> | undefined): Retention => ({
  conversationDays: row?.conversation_days ?? null,
  runDays: row?.run_days ?? null,
  originalDays: row?.original_days ?? null,
});
