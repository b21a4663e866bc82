import type { UsageLimitName } from "@headwater/spec";
import type { Kysely } from "kysely";
import type { ProjectLimits } from "../../usage/limit.ts";
import type { Counted, UsageStore } from "../../usage/usage-store.ts";
import { keptSources } from "./project-limits.ts";
import type { Database } from "./schema.ts";
import type { ShareCommit } from "./shared-commits.ts";
import { slicesOf } from "./slices.ts";

/** Rows of one statement; each has six values. */
const maxRows = 100;

export const createSqlUsageStore = (database: Kysely<Database>, shareCommit: ShareCommit): UsageStore => ({
  async limits(projectId) {
    const rows = await database
      .selectFrom("project_limits")
      .select(["name", "value"])
      .where("project_id", "=", projectId)
      .execute();
    const limits: ProjectLimits = {};
    for (const { name, value } of rows) limits[name as UsageLimitName] = Number(value);
    return limits;
  },

  async setLimits(projectId, changes) {
    await database.transaction().execute(async (transaction) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) continue;
        await transaction
          .deleteFrom("project_limits")
          .where("project_id", "=", projectId)
          .where("name", "=", name)
          .execute();
        if (value !== null)
          await transaction
            .insertInto("project_limits")
            .values({ project_id: projectId, name, value })
            .execute();
      }
    });
  },

  async add(counts) {
    // In one order, so that two processes never wait for each other.
    const rows = counts
      .map(({ projectId, ...count }) => ({ project_id: projectId, ...count }))
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    await shareCommit(
      async (transaction) => {
        for (const slice of slicesOf(rows, maxRows))
          await transaction
            .insertInto("project_usage")
            .values(slice)
            .onConflict((conflict) =>
              conflict.columns(["project_id", "day", "what", "purpose", "model"]).doUpdateSet((row) => ({
                amount: row("project_usage.amount", "+", row.ref("excluded.amount")),
              })),
            )
            .execute();
      },
      { isDurable: false },
    );
  },

  async since(projectId, day) {
    const rows = await database
      .selectFrom("project_usage")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("day", ">=", day)
      .orderBy("day", "desc")
      .orderBy("purpose")
      .orderBy("model")
      .execute();
    return rows.map(({ project_id, what, amount, ...row }) => ({
      projectId: project_id,
      ...row,
      what: what as Counted,
      amount: Number(amount),
    }));
  },

  async kept(projectId) {
    const { running } = await database
      .selectFrom("builds")
      .select(({ fn }) => fn.countAll().as("running"))
      .where("project_id", "=", projectId)
      .where("status", "=", "Processing")
      .executeTakeFirstOrThrow();
    return { ...(await keptSources(database, projectId)), runningBuilds: Number(running) };
  },

  async expire(before) {
    await database.deleteFrom("project_usage").where("day", "<", before).execute();
  },
});

const keyOf = (row: { project_id: string; day: string; what: string; purpose: string; model: string }) =>
  [row.project_id, row.day, row.what, row.purpose, row.model].join("\n");
