import { type RawBuilder, sql } from "kysely";
import type { Lane } from "../../builds/lane.ts";
import type { ProjectId } from "../../kernel/ids.ts";

/**
 * The place of a new build in its lane: behind the last one of its own project, and not before those whose turn is now.
 * Taken in this order, projects with builds that wait are served in turns, one build each, however many one of them sent
 * (start-time fair queueing). Without any that waits, the turn is that of the last one. Each part is the end of an index, so that
 * this costs the same in a long queue.
 */
export const nextTurnIn = (lane: Lane, projectId: ProjectId): RawBuilder<number> => sql<number>`(
  select coalesce(max(place), 1) from (
    select max(turn) + 1 as place from builds where project_id = ${projectId} and lane = ${lane}
    union all select min(turn) from builds where lane = ${lane} and status = 'Pending'
    union all select max(turn) from builds where lane = ${lane} and status = 'Processing'
    union all select max(turn) from builds where lane = ${lane}
      and not exists (select 1 from builds where lane = ${lane} and status = 'Pending')
  ) as places
)`;
