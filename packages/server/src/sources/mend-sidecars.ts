import type { ContentLock } from "../ports/content-lock.ts";
import { contentKey } from "./content-key.ts";
import type { KeepSidecar } from "./keep-sidecar.ts";
import type { SourceStore } from "./source-store.ts";

/**
 * Gives every stored content the sidecar that the database has for it: after an update from a version without
 * sidecars, and where a crash or a hand left one missing or old. One after the other, beside the service's work.
 */
export async function mendSidecars(
  deps: { sources: SourceStore; keepSidecar: KeepSidecar; lock: ContentLock },
  signal: AbortSignal,
): Promise<void> {
  for (const content of await deps.sources.contentsInUse()) {
    await deps.lock(contentKey(content.projectId, content.contentHash), async () => {
      if (!signal.aborted) await deps.keepSidecar(content);
    });
    if (signal.aborted) return;
  }
}
