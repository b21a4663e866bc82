import { type Kysely, sql } from "kysely";
import type { Content } from "../../../ports/blob-store.ts";
import type { Database } from "../schema.ts";

/** Contents read at a time. */
const pageRows = 500;

/** All bytes that sources use, each once. */
export async function* listContents(database: Kysely<Database>): AsyncGenerator<Content> {
  let after: Content = { projectId: "", contentHash: "" };
  for (;;) {
    const page: Content[] = await database
      .selectFrom("sources")
      .select(["project_id as projectId", "content_hash as contentHash"])
      .distinct()
      .where("original_removed_at", "is", null)
      .where(sql<boolean>`(project_id, content_hash) > (${after.projectId}, ${after.contentHash})`)
      .orderBy("project_id")
      .orderBy("content_hash")
      .limit(pageRows)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = last;
  }
}

export async function countContents(database: Kysely<Database>): Promise<number> {
  const contents = database
    .selectFrom("sources")
    .select(["project_id", "content_hash"])
    .distinct()
    .where("original_removed_at", "is", null);
  const { count } = await database
    .selectFrom(contents.as("contents"))
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
