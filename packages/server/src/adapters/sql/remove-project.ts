import type { Kysely } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import { removeSpace } from "./purge-vectors.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval, slicesOf } from "./slices.ts";
import { deleteSegmentsOf } from "./word-segments.ts";

/** The tables of which each row belongs to a project. */
type TableOfProjects = {
  [Table in keyof Database]: "project_id" extends keyof Database[Table] ? Table : never;
}[keyof Database];

/** What must be gone before: their removal does more than to delete rows. */
const removedBefore = ["sources", "flows"] as const satisfies TableOfProjects[];

/**
 * What is cleared, in this order: a row goes before what it refers to. A new table of projects does not compile until it is here.
 * Turns take the sources that they name and the answers that were kept of them.
 */
const clearedTables = {
  tokens: true,
  kept_answers: true,
  turns: true,
  conversations: true,
  prompts: true,
  unindexed_sets: true,
  word_changes: true,
  word_segments: true,
  name_words: true,
  source_tags: true,
  builds: true,
  versions: true,
  embedding_spaces: true,
  removed_contents: true,
  project_limits: true,
  project_usage: true,
  project_retention: true,
  webhooks: true,
  project_events: true,
  event_numbers: true,
  streamed_runs: true,
} satisfies Record<Exclude<TableOfProjects, "projects" | (typeof removedBefore)[number]>, true>;

/** See ProjectStore.remove. What may be large goes in slices; the project itself goes last, so that one cut short is found again. */
export async function removeProject(database: Kysely<Database>, projectId: ProjectId): Promise<boolean> {
  for (const table of removedBefore) {
    const row = await database
      .selectFrom(table)
      .select("project_id")
      .where("project_id", "=", projectId)
      .limit(1)
      .executeTakeFirst();
    if (row) throw new Error(`The project ${projectId} still has ${table}`);
  }
  const spaces = await database
    .selectFrom("embedding_spaces")
    .select("space_id")
    .where("project_id", "=", projectId)
    .execute();
  for (const { space_id } of spaces) await removeSpace(database, space_id);
  const turns = await database
    .selectFrom("turns")
    .select("turn_id")
    .where("project_id", "=", projectId)
    .execute();
  for (const slice of slicesOf(turns, rowsPerRemoval)) {
    const ids = slice.map(({ turn_id }) => turn_id);
    await database.deleteFrom("turns").where("turn_id", "in", ids).execute();
    await nextTurn();
  }
  return database.transaction().execute(async (transaction) => {
    await deleteSegmentsOf(transaction, projectId);
    for (const table of Object.keys(clearedTables) as (keyof typeof clearedTables)[])
      await transaction.deleteFrom(table).where("project_id", "=", projectId).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom("projects")
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
