import type { Method } from "@headwater/spec";
import type { ProjectStore } from "../auth/project.ts";
import type { Content } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { SidecarEntry, SidecarStore } from "../ports/sidecar-store.ts";
import { contentKey } from "./content-key.ts";
import type { Source } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

/**
 * Writes what the database knows of the bytes beside them, or removes the sidecar when no source uses them. `change`
 * is for what the database is about to record. The caller holds the lock of the content.
 */
export type KeepSidecar = (
  content: Content,
  change?: (uses: SourceUse[]) => SourceUse[],
  options?: { durably?: boolean },
) => Promise<void>;

/** A source that uses the bytes, with the method it is read by. */
export type SourceUse = Source & { method: Method };

export function createKeepSidecar(deps: {
  storeId: string;
  projects: ProjectStore;
  sources: SourceStore;
  sidecars: Pick<SidecarStore, "write" | "remove">;
}): KeepSidecar {
  return async ({ projectId, contentHash }, change = (uses) => uses, options) => {
    const project = await deps.projects.find(projectId);
    const uses = change(await deps.sources.usesOf(projectId, contentHash));
    const size = uses[0]?.fileSize;
    if (!project || size === undefined) return deps.sidecars.remove(projectId, contentHash);
    const sources = uses.map(toEntry);
    await deps.sidecars.write({ storeId: deps.storeId, project, contentHash, size, sources }, options);
  };
}

/** Notes in the sidecar by which method a source is to be read from now on. */
export const createNoteMethod =
  ({ keepSidecar, lock }: { keepSidecar: KeepSidecar; lock: ContentLock }) =>
  (source: Source, method: Method): Promise<void> =>
    lock(contentKey(source.projectId, source.contentHash), () =>
      keepSidecar(source, (uses) =>
        uses.map((use) => (use.fileId === source.fileId ? { ...use, method } : use)),
      ),
    );

const toEntry = (use: SourceUse): SidecarEntry => {
  const { fileId, fileName, fileType, fileSource, method, tags, createdAt } = use;
  return { fileId, fileName, fileType, fileSource, method, tags, createdAt };
};
