import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import { contentKey } from "./content-key.ts";
import { sourceNotFound } from "./errors.ts";
import type { KeepSidecar } from "./keep-sidecar.ts";
import type { SourceOverview } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

/** Gives a source other tags, and answers it with them. Throws 404 when the project has no such source. */
export type TagSource = (projectId: ProjectId, fileId: FileId, tags: string[]) => Promise<SourceOverview>;

/** The database first: the next start writes a sidecar that was not written again. */
export const createTagSource =
  (deps: { sources: SourceStore; keepSidecar: KeepSidecar; lock: ContentLock }): TagSource =>
  async (projectId, fileId, tags) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw sourceNotFound();
    await deps.lock(contentKey(projectId, source.contentHash), async () => {
      if (!(await deps.sources.retag(projectId, fileId, tags))) throw sourceNotFound();
      await deps.keepSidecar(source);
    });
    const [tagged] = await deps.sources.list(projectId, [fileId]);
    if (!tagged) throw sourceNotFound();
    return tagged;
  };
