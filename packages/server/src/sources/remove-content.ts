import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import type { SourceStore } from "./source-store.ts";

type ContentDeps = { sources: SourceStore; blobs: BlobStore };

/** Removes bytes for good, with their sidecar, when no source of their project uses them any more. */
export async function removeUnusedContent(
  deps: ContentDeps & { sidecars: SidecarStore },
  content: Content,
): Promise<void> {
  if (await deps.sources.usesContent(content.projectId, content.contentHash)) return;
  await deps.sidecars.remove(content.projectId, content.contentHash);
  await removeBytes(deps, content);
}

/** Removes bytes that no source uses and whose sidecar is gone. */
export async function removeBytes(
  { sources, blobs }: ContentDeps,
  { projectId, contentHash }: Content,
): Promise<void> {
  await blobs.remove(projectId, contentHash);
  await sources.contentRemoved(projectId, contentHash);
}
