import { type Kysely, sql } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";

/** The turns of a project without those whose sources are gone: they are cleared away a moment after their source. */
export const visibleTurns = (database: Kysely<Database>, projectId: ProjectId) =>
  database
    .selectFrom("turns")
    .where("turns.project_id", "=", projectId)
    .where(
      sql<boolean>`not exists (
        select turn_sources.turn_id from turn_sources
        left join sources on sources.file_id = turn_sources.file_id
        where turn_sources.turn_id = turns.turn_id and sources.file_id is null)`,
    );
