import type { Selectable } from "kysely";
import type { FileSource, Source } from "../../sources/source.ts";
import { toInstant } from "./instants.ts";
import type { Database } from "./schema.ts";

export const toSource = (row: Omit<Selectable<Database["sources"]>, "ordinal">): Source => ({
  fileId: row.file_id,
  projectId: row.project_id,
  fileName: row.file_name,
  fileSize: row.file_size,
  fileType: row.file_type,
  fileSource: row.file_source as FileSource,
  contentHash: row.content_hash,
  tags: JSON.parse(row.tags) as string[],
  createdAt: toInstant(row.created_at),
  ...(row.original_removed_at !== null && { originalRemovedAt: toInstant(row.original_removed_at) }),
});
