import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceName } from "../sources/source-names.ts";
import type { SourceStore } from "../sources/source-store.ts";

/** A document as the catalogue of a project has it. `totalPages` is null until it is read. */
export type CataloguedSource = SourceName & { createdAt: Date; totalPages: number | null };

/**
 * Port: the documents of a project, or those of the given files, newest first unless `oldestFirst`: `limit` of them at most, and
 * how many there are.
 */
export type Catalogue = (
  projectId: ProjectId,
  fileIds: FileId[] | undefined,
  options: { limit: number; oldestFirst?: boolean },
) => Promise<{ total: number; sources: CataloguedSource[] }>;

export const createCatalogue =
  (sources: Pick<SourceStore, "browse">): Catalogue =>
  async (projectId, fileIds, { limit, oldestFirst = false }) => {
    const order = { by: "createdAt", descending: !oldestFirst } as const;
    const browsed = await sources.browse(projectId, { fileIds }, order, { number: 1, size: limit });
    const found: CataloguedSource[] = [];
    for await (const { fileId, fileName, createdAt, totalPages } of browsed.sources)
      found.push({ fileId, fileName, createdAt, totalPages });
    return { total: browsed.total, sources: found };
  };
