import type { Clock } from "../kernel/clock.ts";
import type { Content } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import { contentKey } from "./content-key.ts";
import type { KeepSidecar } from "./keep-sidecar.ts";
import type { SourceStore } from "./source-store.ts";

/** Between two clocks, and between a write and its arrival on the disk, there is less than this. */
const marginMs = 3_600_000;

type MendDeps = {
  sources: SourceStore;
  sidecars: SidecarStore;
  keepSidecar: KeepSidecar;
  lock: ContentLock;
  clock: Clock;
};

/**
 * Gives every stored content the sidecar that the database has for it: after an update from a version without
 * sidecars, and where a crash or a hand left one missing or old. One after the other, beside the service's work.
 * Only those are read that may have changed since this was last done; the database remembers when that was, so that an
 * older database makes it look further back.
 */
export async function mendSidecars(deps: MendDeps, signal: AbortSignal): Promise<void> {
  const begun = deps.clock.now();
  for (const content of await contentsToLookAt(deps, begun)) {
    if (signal.aborted) return;
    await deps.lock(contentKey(content.projectId, content.contentHash), async () => {
      if (!signal.aborted) await deps.keepSidecar(content);
    });
  }
  if (!signal.aborted) await deps.sources.setSidecarsMended(begun);
}

/**
 * A sidecar that differs from the database was written since, or is missing, or was to be written with a build that was
 * recorded since: a change of tags alone is written durably, before the database is changed.
 */
async function contentsToLookAt({ sources, sidecars }: MendDeps, now: Date): Promise<Iterable<Content>> {
  const missing = new Map((await sources.contentsInUse()).map((content) => [keyOf(content), content]));
  const mendedAt = await sources.sidecarsMendedAt();
  if (mendedAt === null || mendedAt > now) return missing.values();
  const since = new Date(mendedAt.getTime() - marginMs);
  const changed = new Map(
    (await sources.contentsBuiltSince(since)).map((content) => [keyOf(content), content]),
  );
  for await (const { writtenAt, ...content } of sidecars.listWritten()) {
    missing.delete(keyOf(content));
    if (writtenAt >= since) changed.set(keyOf(content), content);
  }
  return new Map([...missing, ...changed]).values();
}

const keyOf = ({ projectId, contentHash }: Content): string => contentKey(projectId, contentHash);
