import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import type { ChunkIndex } from "../../retrieval/chunk-index.ts";
import { format } from "./index-folder.ts";
import { countByVersion } from "./lance-chunk-index.ts";

/** The search index for looking only: no folder is made, no other format dropped, nothing mended. Null when there is none. */
export async function openIndexForReading(
  directory: string,
): Promise<(Pick<ChunkIndex, "versions"> & { close(): void }) | null> {
  const folder = join(directory, format);
  if (!existsSync(folder)) return null;
  const connection = await connect(folder);
  const names = new Set(await connection.tableNames());
  return {
    async versions(projectId) {
      if (!names.has(projectId)) return new Map();
      const table = await connection.openTable(projectId);
      try {
        return await countByVersion(table);
      } finally {
        table.close();
      }
    },
    close: () => connection.close(),
  };
}
