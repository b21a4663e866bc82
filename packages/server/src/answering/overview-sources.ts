import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceName, SourceNames } from "../sources/source-names.ts";
import type { SourceStore } from "../sources/source-store.ts";

/** The sources that an overview shows: of the given ones, or of all, the newest first; `limit` at most, by default 3. */
export type OverviewSources = (
  projectId: ProjectId,
  fileIds: FileId[] | undefined,
  limit?: number,
) => Promise<SourceName[]>;

/** More would make no overview. */
const maxSources = 3;

export const createOverviewSources =
  (names: SourceNames, sources: Pick<SourceStore, "browse">): OverviewSources =>
  async (projectId, fileIds, limit = maxSources) => {
    if (fileIds) return (await names.byIds(projectId, fileIds.slice(0, limit))).slice(0, limit);
    const page = { number: 1, size: limit };
    const newest = await sources.browse(projectId, {}, { by: "createdAt", descending: true }, page);
    const found: SourceName[] = [];
    for await (const { fileId, fileName } of newest.sources) found.push({ fileId, fileName });
    return found;
  };
