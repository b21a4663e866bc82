import type { Kysely } from "kysely";
import type { FirstVersions } from "../../builds/first-versions.ts";
import { chunkCells, writtenChunkColumns } from "./chunk-row.ts";
import { insertSet } from "./chunk-sets.ts";
import { numbered } from "./element-appender.ts";
import { writtenColumns } from "./element-row.ts";
import { lockRow, sourceGone } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import type { ShareCommit } from "./shared-commits.ts";
import { createInsertRows } from "./slice-writer.ts";
import { writeWordChanges } from "./word-changes.ts";

export const createSqlFirstVersions = (
  database: Kysely<Database>,
  shareCommit: ShareCommit,
): FirstVersions => {
  const insertElements = createInsertRows(database, "elements", writtenColumns);
  const insertChunks = createInsertRows(database, "chunks", writtenChunkColumns);
  return {
    // Like every step of a build it need not be on the disk before the build's end is.
    add: ({ projectId, version, pages, chunkSet, elements, chunks }, { hasCompany }) =>
      shareCommit(
        async (transaction) => {
          const { versionId, fileId } = version;
          if ((await lockRow(transaction, "sources", fileId))?.project_id !== projectId)
            throw sourceGone(fileId);
          const other = await transaction
            .selectFrom("versions")
            .select("version_id")
            .where("file_id", "=", fileId)
            .limit(1)
            .executeTakeFirst();
          if (other) return false;
          await transaction
            .insertInto("versions")
            .values({
              version_id: versionId,
              file_id: fileId,
              project_id: projectId,
              method: version.method,
              status: "active",
              total_pages: pages.totalPages,
              failed_pages: JSON.stringify(pages.failedPages),
              element_count: elements.length,
              reader: version.reader ?? null,
              message: pages.message,
              duplicate_of: version.duplicateOf ?? null,
            })
            .execute();
          await insertSet(transaction, chunkSet, { isWhole: true, chunks: chunks.length });
          await insertElements(transaction, [...numbered(versionId, elements, 0)]);
          await insertChunks(transaction, [...chunkCells(chunkSet.chunkSetId, chunks)]);
          await writeWordChanges(transaction, projectId, [
            {
              project_id: projectId,
              version_id: versionId,
              file_id: fileId,
              chunk_set_id: chunkSet.chunkSetId,
              chunks: chunks.length,
              is_gone: 0,
            },
          ]);
          return true;
        },
        { isDurable: false, hasCompany },
      ),
  };
};
