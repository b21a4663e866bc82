import type { Kysely } from "kysely";
import type { VersionId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";

/** Of a version that is not being removed. */
export const readableElements = (database: Kysely<Database>, versionId: VersionId) =>
  database
    .selectFrom("versions")
    .innerJoin("elements", "elements.version_id", "versions.version_id")
    .where("versions.version_id", "=", versionId)
    .where("versions.status", "!=", "removed");

export type ReadableElements = ReturnType<typeof readableElements>;
