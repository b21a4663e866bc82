import type { Selectable } from "kysely";
import type { ElementVersion } from "../../elements/element-store.ts";
import type { Database } from "./schema.ts";

export const versionColumns = [
  "versions.version_id",
  "versions.file_id",
  "versions.method",
  "versions.total_pages",
  "versions.failed_pages",
  "versions.message",
] as const;

type VersionRow = Pick<
  Selectable<Database["versions"]>,
  "version_id" | "file_id" | "method" | "total_pages" | "failed_pages" | "message"
>;

export const toVersion = (row: VersionRow): ElementVersion => ({
  versionId: row.version_id,
  fileId: row.file_id,
  method: row.method as ElementVersion["method"],
  totalPages: row.total_pages,
  failedPages: JSON.parse(row.failed_pages) as number[],
  message: row.message,
});
