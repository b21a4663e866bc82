import type { Kysely } from "kysely";
import type { DocumentIdentity, ElementVersion } from "../../elements/element-store.ts";
import type { Database } from "./schema.ts";
import { toVersion, versionColumns } from "./version-row.ts";

/** See ElementStore.findSame. */
export const findSameVersion = async (
  database: Kysely<Database>,
  { projectId, fileId, contentHash, fileType, method, reader, fileName }: DocumentIdentity,
): Promise<(ElementVersion & { elementCount: number }) | null> => {
  const row = await database
    .selectFrom("sources")
    .innerJoin("versions", "versions.file_id", "sources.file_id")
    .select([...versionColumns, "versions.element_count"])
    .where("sources.project_id", "=", projectId)
    .where("sources.content_hash", "=", contentHash)
    .where("sources.file_type", "=", fileType)
    .where("sources.file_id", "!=", fileId)
    .$if(fileName !== undefined, (query) => query.where("sources.file_name", "=", fileName ?? ""))
    .where("versions.status", "=", "active")
    .where("versions.method", "=", method)
    .where("versions.reader", "=", reader)
    .where("versions.failed_pages", "=", "[]")
    .orderBy("sources.ordinal")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...toVersion(row), elementCount: row.element_count } : null;
};
