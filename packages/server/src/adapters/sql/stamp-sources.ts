import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";

/**
 * See `SourceStore.stamp`. Of a source only its tags change, so these are read; all else in a list follows from builds,
 * and every change of a build sets `updated_at`.
 */
export async function stampSources(database: Kysely<Database>, projectId: ProjectId): Promise<string> {
  const sources = await database
    .selectFrom("sources")
    .select(["file_id", "tags"])
    .where("project_id", "=", projectId)
    .orderBy("ordinal")
    .execute();
  const builds = await database
    .selectFrom("builds")
    .select(({ fn }) => [
      "status",
      fn.countAll<number | string>().as("count"),
      fn.max("updated_at").as("changed"),
      fn.max("ordinal").as("newest"),
    ])
    .where("project_id", "=", projectId)
    .groupBy("status")
    .orderBy("status")
    .execute();
  const hash = createHash("sha256");
  for (const { file_id, tags } of sources) hash.update(`${file_id} ${tags}\n`);
  for (const { status, count, changed, newest } of builds)
    hash.update(`${status} ${count} ${changed} ${newest}\n`);
  return hash.digest("base64url");
}
