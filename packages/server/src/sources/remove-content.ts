import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import type { SourceStore } from "./source-store.ts";

/** Removes bytes for good, with their sidecar, when no source of their project uses them any more. */
export async function removeUnusedContent(
  deps: { sources: SourceStore; blobs: BlobStore; sidecars: SidecarStore },
  { projectId, contentHash }: Content,
): Promise<void> {
  if (await deps.sources.usesContent(projectId, contentHash)) return;
  await deps.sidecars.remove(projectId, contentHash);
  await deps.blobs.remove(projectId, contentHash);
  await deps.sources.contentRemoved(projectId, contentHash);
}
