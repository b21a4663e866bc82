import type { Clock } from "../kernel/clock.ts";
import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import { contentKey } from "./content-key.ts";
import type { KeepSidecar, SourceUse } from "./keep-sidecar.ts";
import { removeBytes } from "./remove-content.ts";
import type { Source } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

/** Removes the bytes of a source, and nothing that was read from them. False when a build needs them, or they are gone. */
export type RemoveOriginal = (source: Source) => Promise<boolean>;

/**
 * In two steps, as a source is deleted: the database notes that the bytes go, then they do. The next start finishes what a
 * crash cut short. Bytes stay as long as another source of the project uses them.
 */
export function createRemoveOriginal(deps: {
  sources: SourceStore;
  blobs: BlobStore;
  keepSidecar: KeepSidecar;
  /** Drops the pictures of pages that were made of the bytes. */
  forgetContent: (content: Content) => Promise<void>;
  lock: ContentLock;
  clock: Clock;
}): RemoveOriginal {
  return ({ projectId, fileId, contentHash }) =>
    deps.lock(contentKey(projectId, contentHash), async () => {
      const content = { projectId, contentHash };
      // Before the database, so that `recover` never asks for bytes that are to go.
      const others = (uses: SourceUse[]) => uses.filter((use) => use.fileId !== fileId);
      await deps.keepSidecar(content, others, { durably: true });
      let isRemoved = false;
      try {
        isRemoved = await deps.sources.removeOriginal(projectId, fileId, deps.clock.now());
      } finally {
        if (!isRemoved) await deps.keepSidecar(content);
      }
      if (isRemoved && !(await deps.sources.usesContent(projectId, contentHash)))
        await Promise.all([deps.forgetContent(content), removeBytes(deps, content)]);
      return isRemoved;
    });
}
