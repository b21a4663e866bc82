import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import { contentKey } from "./content-key.ts";
import { sourceNotFound } from "./errors.ts";
import type { KeepSidecar, SourceUse } from "./keep-sidecar.ts";
import type { SourceOverview } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

/** Gives a source other tags, and answers it with them. Throws 404 when the project has no such source. */
export type TagSource = (projectId: ProjectId, fileId: FileId, tags: string[]) => Promise<SourceOverview>;

/** The sidecar first, durably: the next start sees that it was written, and puts right one that says more than the database. */
export const createTagSource =
  (deps: { sources: SourceStore; keepSidecar: KeepSidecar; lock: ContentLock }): TagSource =>
  async (projectId, fileId, tags) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw sourceNotFound();
    await deps.lock(contentKey(projectId, source.contentHash), async () => {
      const tagged = (uses: SourceUse[]) =>
        uses.map((use) => (use.fileId === fileId ? { ...use, tags } : use));
      await deps.keepSidecar(source, tagged, { durably: true });
      try {
        if (!(await deps.sources.retag(projectId, fileId, tags))) throw sourceNotFound();
      } catch (error) {
        await deps.keepSidecar(source).catch(() => {}); // the next start puts it right
        throw error;
      }
    });
    const [tagged] = await deps.sources.list(projectId, [fileId]);
    if (!tagged) throw sourceNotFound();
    return tagged;
  };
