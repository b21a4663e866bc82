import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import { contentKey } from "./add-file.ts";
import { sourceNotFound } from "./errors.ts";
import type { Source } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

export type DeleteSource = (projectId: ProjectId, fileId: FileId) => Promise<Source>;

/**
 * Removes a source with everything derived from it; its bytes go when no other source of the project has the same.
 * The database goes first: from then on nothing of it can be retrieved, whatever happens to the rest.
 */
export function createDeleteSource(deps: {
  sources: SourceStore;
  blobs: BlobStore;
  /** Drops what stands in the search index; told by the retrieval room. */
  forget: (projectId: ProjectId, fileId: FileId) => Promise<void>;
  lock: ContentLock;
}): DeleteSource {
  return async (projectId, fileId) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw sourceNotFound();
    await deps.lock(contentKey(projectId, source.contentHash), async () => {
      if (!(await deps.sources.remove(projectId, fileId))) throw sourceNotFound();
      if (!(await deps.sources.usesContent(projectId, source.contentHash))) {
        await deps.blobs.remove(projectId, source.contentHash);
      }
    });
    await deps.forget(projectId, fileId);
    return source;
  };
}
