import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import { contentKey } from "./content-key.ts";
import { sourceNotFound } from "./errors.ts";
import type { KeepSidecar } from "./keep-sidecar.ts";
import { removeBytes } from "./remove-content.ts";
import type { Source } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

export type DeleteSource = (projectId: ProjectId, fileId: FileId) => Promise<Source>;

/**
 * Removes a source with everything derived from it, for good; its bytes go when no other source of the project has the
 * same. The sidecar goes first, so that `recover` never brings back what was deleted; then the database: from then on
 * nothing of it can be retrieved, whatever happens to the rest, and the next start finishes what a crash cut short.
 */
export function createDeleteSource(deps: {
  sources: SourceStore;
  blobs: BlobStore;
  sidecars: SidecarStore;
  keepSidecar: KeepSidecar;
  /** Drops the content from the search index. Implemented by the retrieval room. */
  forget: (projectId: ProjectId, fileId: FileId) => Promise<void>;
  /** Ends the builds of the source that are under way, and resolves when they have taken back what they wrote. */
  stopBuilds: (fileId: FileId) => Promise<void>;
  /** Drops what was made of bytes that are deleted: pictures of their pages. */
  forgetContent: (content: Content) => Promise<void>;
  /** Makes sure that what was deleted is no longer in the files of the database either. */
  erase: () => Promise<void>;
  lock: ContentLock;
}): DeleteSource {
  const shortenSidecar = async (source: Source) => {
    try {
      await deps.keepSidecar(source, (uses) => uses.filter(({ fileId }) => fileId !== source.fileId), {
        durably: true,
      });
    } catch {
      // On a full disk the shorter one can't be written; none is better than one that names what was deleted.
      await deps.sidecars.remove(source.projectId, source.contentHash);
    }
  };

  /** Deletes sidecar and rows. The caller holds the lock of the content. */
  const unrecord = async (source: Source, isLast: boolean) => {
    if (isLast) await deps.sidecars.remove(source.projectId, source.contentHash);
    else await shortenSidecar(source);
    try {
      if (!(await deps.sources.remove(source.projectId, source.fileId))) throw sourceNotFound();
    } catch (error) {
      // The next start puts right a sidecar that can't be now.
      await deps.keepSidecar(source).catch(() => {});
      throw error;
    }
  };

  return async (projectId, fileId) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw sourceNotFound();
    const { contentHash } = source;
    let stopped = Promise.resolve();
    let forgotten: Promise<void> | undefined;
    await deps.lock(contentKey(projectId, contentHash), async () => {
      const isLast = !(await deps.sources.usesContent(projectId, contentHash, { besides: fileId }));
      await unrecord(source, isLast);
      // Beside the bytes and the log: all three wait mostly for the disk, and none needs another.
      stopped = deps.stopBuilds(fileId);
      forgotten = stopped.then(() => deps.forget(projectId, fileId));
      forgotten.catch(() => {}); // reported below
      if (isLast) await Promise.all([deps.forgetContent(source), removeBytes(deps, source)]);
    });
    await Promise.all([forgotten, stopped.then(deps.erase)]);
    return source;
  };
}
