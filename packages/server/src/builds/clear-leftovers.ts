import type { ElementStore } from "../elements/element-store.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { BuildStore } from "./build-store.ts";

/**
 * Finishes what a crash cut short; run at start by the only process there is, before any build is claimed: half-written
 * versions, bytes that no source uses, and builds whose owner is gone (they wait in the queue again).
 */
export async function clearLeftovers(deps: {
  builds: BuildStore;
  sources: SourceStore;
  elements: ElementStore;
  blobs: BlobStore;
}): Promise<void> {
  await deps.builds.requeueAll();
  await deps.sources.clearLeftovers();
  for (const { versionId } of await deps.elements.inactiveVersions())
    await deps.elements.removeVersion(versionId);

  const key = (projectId: string, contentHash: string) => `${projectId}/${contentHash}`;
  const used = new Set(
    (await deps.sources.contentsInUse()).map((use) => key(use.projectId, use.contentHash)),
  );
  for await (const { projectId, contentHash } of deps.blobs.list()) {
    if (!used.has(key(projectId, contentHash))) await deps.blobs.remove(projectId, contentHash);
  }
}
