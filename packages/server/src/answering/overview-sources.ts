import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceName, SourceNames } from "../sources/source-names.ts";
import type { SourceStore } from "../sources/source-store.ts";

/** The sources that an overview shows: of the given ones, or of all, the newest first. */
export type OverviewSources = (projectId: ProjectId, fileIds: FileId[] | undefined) => Promise<SourceName[]>;

/** More would make no overview. */
const maxSources = 3;

export const createOverviewSources =
  (names: SourceNames, sources: Pick<SourceStore, "browse">): OverviewSources =>
  async (projectId, fileIds) => {
    if (fileIds) return (await names.byIds(projectId, fileIds.slice(0, maxSources))).slice(0, maxSources);
    const page = { number: 1, size: maxSources };
    const newest = await sources.browse(projectId, {}, { by: "createdAt", descending: true }, page);
    const found: SourceName[] = [];
    for await (const { fileId, fileName } of newest.sources) found.push({ fileId, fileName });
    return found;
  };
