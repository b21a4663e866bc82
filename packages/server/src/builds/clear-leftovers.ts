import type { ElementStore } from "../elements/element-store.ts";
import type { Clock } from "../kernel/clock.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { BuildStore } from "./build-store.ts";

/**
 * Finishes what a crash cut short; run at start, before this worker claims a build: builds that it had claimed (they wait
 * in the queue again), half-written versions that no worker writes any more, and bytes that no source uses.
 */
export async function clearLeftovers(deps: {
  builds: BuildStore;
  sources: SourceStore;
  elements: ElementStore;
  blobs: BlobStore;
  clock: Clock;
  /** The name of this worker, see `BuildStore.requeue`. */
  worker: string;
}): Promise<void> {
  await deps.builds.requeue(deps.worker);
  await deps.sources.clearLeftovers();
  for (const { versionId, fileId } of await deps.elements.inactiveVersions()) {
    if (!(await deps.builds.isHeld(fileId, deps.clock.now()))) await deps.elements.removeVersion(versionId);
  }

  const key = (projectId: string, contentHash: string) => `${projectId}/${contentHash}`;
  const used = new Set(
    (await deps.sources.contentsInUse()).map((use) => key(use.projectId, use.contentHash)),
  );
  for await (const { projectId, contentHash } of deps.blobs.list()) {
    if (!used.has(key(projectId, contentHash))) await deps.blobs.remove(projectId, contentHash);
  }
}
