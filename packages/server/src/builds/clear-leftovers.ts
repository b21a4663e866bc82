import type { ElementStore } from "../elements/element-store.ts";
import type { Clock } from "../kernel/clock.ts";
import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { Held, Holding } from "../ports/holding.ts";
import type { KeptDownloads } from "../ports/kept-downloads.ts";
import { type SidecarStore, SidecarUnreadableError } from "../ports/sidecar-store.ts";
import { contentKey } from "../sources/content-key.ts";
import { removeUnusedContent } from "../sources/remove-content.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { BuildStore } from "./build-store.ts";

/** How long bytes that no source explains are kept before they go for good. */
export const holdingDays = 7;

const dayMs = 86_400_000;

type LeftoverDeps = {
  builds: BuildStore;
  sources: SourceStore;
  elements: ElementStore;
  blobs: BlobStore;
  sidecars: SidecarStore;
  holding: Holding;
  downloads: KeptDownloads;
  clock: Clock;
  lock: ContentLock;
  /** The name of this worker, see `BuildStore.requeue`. */
  worker: string;
  /** Whether other processes are at work: what they are about to write is not left over. Default: false. */
  isShared?: boolean;
};

/** What became of stored bytes that no source explains. */
export type Leftovers = { setAside: Held[]; putBack: Held[]; swept: Held[] };

/**
 * Finishes what a crash cut short; run at start, before this worker claims a build: builds that it had claimed (they wait
 * in the queue again), half-written versions that no worker writes any more, and deletions. Bytes that no source uses are
 * never removed, only set aside: this database may be an older one than the files. Run it only once the two are proven
 * to belong together.
 */
export async function clearLeftovers(deps: LeftoverDeps): Promise<Leftovers> {
  await deps.builds.requeue(deps.worker);
  await deps.sources.clearLeftovers();
  for (const { versionId, fileId } of await deps.elements.inactiveVersions()) {
    if (!(await deps.builds.isHeld(fileId, deps.clock.now()))) await deps.elements.removeVersion(versionId);
  }
  if (!deps.isShared) await deps.sidecars.removeUnfinished();
  await finishDeletions(deps);
  await clearDownloads(deps);
  return settleContents(deps);
}

/** What builds have fetched goes, unless they are still to be done. */
async function clearDownloads({ downloads, builds }: LeftoverDeps): Promise<void> {
  for (const place of await downloads.list()) {
    const build = await builds.find(place.projectId, place.buildId);
    const isOpen = build?.status === "Pending" || build?.status === "Processing";
    if (!isOpen) await downloads.removeBuild(place);
  }
}

/** Bytes whose source was deleted go, as they would have without the crash. */
async function finishDeletions(deps: LeftoverDeps): Promise<void> {
  for (const content of await deps.sources.contentsToRemove())
    await deps.lock(keyOf(content), async () => {
      // A deletion takes the sidecar away first: bytes that have one were stored again since.
      if (!(await hasSidecar(deps.sidecars, content))) await removeUnusedContent(deps, content);
      await deps.sources.contentRemoved(content.projectId, content.contentHash);
    });
}

async function settleContents({
  sources,
  blobs,
  sidecars,
  holding,
  clock,
  lock,
}: LeftoverDeps): Promise<Leftovers> {
  const leftovers: Leftovers = { setAside: [], putBack: [], swept: [] };
  const used = new Set((await sources.contentsInUse()).map(keyOf));
  const stored = new Map<string, Content>();
  for await (const content of blobs.list()) stored.set(keyOf(content), content);

  // Set aside under an older database, and explained again by this one.
  for (const held of await holding.list()) {
    const key = keyOf(held);
    if (!used.has(key) || stored.has(key) || !(await holding.putBack(held))) continue;
    stored.set(key, held);
    leftovers.putBack.push(held);
  }

  for await (const content of sidecars.list()) stored.set(keyOf(content), content);
  for (const [key, content] of stored) {
    if (used.has(key)) continue;
    await lock(key, async () => {
      // They may be of an upload that another process has recorded since.
      if (!(await sources.usesContent(content.projectId, content.contentHash)))
        leftovers.setAside.push(await holding.setAside(content));
    });
  }
  leftovers.swept = await holding.sweep(new Date(clock.now().getTime() - holdingDays * dayMs));
  return leftovers;
}

const keyOf = ({ projectId, contentHash }: Content): string => contentKey(projectId, contentHash);

const hasSidecar = (sidecars: SidecarStore, { projectId, contentHash }: Content): Promise<boolean> =>
  sidecars.read(projectId, contentHash).then(
    (sidecar) => sidecar !== null,
    (error: unknown) => {
      if (error instanceof SidecarUnreadableError) return true;
      throw error;
    },
  );
