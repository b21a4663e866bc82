import { sql, type Transaction } from "kysely";
import { type EventFacts, maxEvents } from "../../events/event.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { toText } from "./instants.ts";
import type { Database } from "./schema.ts";
import { slicesOf } from "./slices.ts";

export type NewEvent = { projectId: ProjectId; facts: EventFacts; key?: string };

/** Rows of one statement; each has five values. */
const maxRows = 100;

/**
 * Adds events in the transaction of what they report. The row of a project's latest number is held until the commit, so numbers are in
 * the order of the commits. Call it last in the transaction: who waits for that row may hold others that this transaction needs.
 */
export const appendEvents = async (
  transaction: Transaction<Database>,
  at: Date,
  events: NewEvent[],
): Promise<void> => {
  // In one order, so that two transactions never wait for each other.
  const byProject = [...Map.groupBy(events, ({ projectId }) => projectId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [projectId, ofProject] of byProject) {
    const { latest } = await transaction
      .insertInto("event_numbers")
      .values({ project_id: projectId, latest: ofProject.length })
      .onConflict((conflict) =>
        conflict.column("project_id").doUpdateSet({
          latest: sql<number>`event_numbers.latest + ${ofProject.length}`,
        }),
      )
      .returning("latest")
      .executeTakeFirstOrThrow();
    const first = Number(latest) - ofProject.length + 1;
    const rows = ofProject.map(({ facts, key }, place) => ({
      project_id: projectId,
      number: first + place,
      at: toText(at),
      facts: JSON.stringify(facts),
      key: key ?? null,
    }));
    for (const slice of slicesOf(rows, maxRows))
      await transaction.insertInto("project_events").values(slice).execute();
    if (Number(latest) > maxEvents)
      await transaction
        .deleteFrom("project_events")
        .where("project_id", "=", projectId)
        .where("number", "<=", Number(latest) - maxEvents)
        .execute();
  }
};
