import type { Kysely } from "kysely";
import type { EventFacts } from "../../events/event.ts";
import type { EventStore } from "../../events/event-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { appendEvents } from "./append-events.ts";
import { toInstant, toText } from "./instants.ts";
import { numberInTurn } from "./number-in-turn.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval } from "./slices.ts";

export const createSqlEventStore = (database: Kysely<Database>, clock: Clock): EventStore => ({
  add: (projectId, facts, key) =>
    database.transaction().execute(async (transaction) => {
      // Two processes that add the same event: the second one finds the first.
      await numberInTurn(transaction, "keyed events", [projectId]);
      const known = await transaction
        .selectFrom("project_events")
        .select("number")
        .where("project_id", "=", projectId)
        .where("key", "=", key)
        .executeTakeFirst();
      if (!known) await appendEvents(transaction, clock.now(), [{ projectId, facts, key }]);
    }),

  async after(projectId, number, limit) {
    const rows = await database
      .selectFrom("project_events")
      .select(["number", "at", "facts"])
      .where("project_id", "=", projectId)
      .where("number", ">", number)
      .orderBy("number")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      projectId,
      number: Number(row.number),
      at: toInstant(row.at),
      ...(JSON.parse(row.facts) as EventFacts),
    }));
  },

  async latestOf(projectIds) {
    if (projectIds.length === 0) return new Map();
    const rows = await database
      .selectFrom("event_numbers")
      .selectAll()
      .where("project_id", "in", projectIds)
      .execute();
    return new Map(rows.map(({ project_id, latest }) => [project_id, Number(latest)]));
  },

  async expire(before) {
    for (;;) {
      const rows = await database
        .selectFrom("project_events")
        .select(["project_id", "number"])
        .where("at", "<", toText(before))
        .orderBy("at")
        .limit(rowsPerRemoval)
        .execute();
      for (const [projectId, ofProject] of Map.groupBy(rows, ({ project_id }) => project_id))
        await database
          .deleteFrom("project_events")
          .where("project_id", "=", projectId)
          .where("number", "<=", Math.max(...ofProject.map(({ number }) => Number(number))))
          .execute();
      if (rows.length < rowsPerRemoval) return;
      await nextTurn();
    }
  },
});
