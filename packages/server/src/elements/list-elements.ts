import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { Page, Paged } from "../kernel/page.ts";
import { fileNotFound } from "../sources/errors.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Element, ElementFilter } from "./element.ts";
import { type ElementStore, VersionRemovedError } from "./element-store.ts";

export type ListElements = (
  projectId: ProjectId,
  fileId: FileId,
  filter: ElementFilter,
  page: Page | null,
) => Promise<{ items: Element[]; total: number; fileName: string }>;

/** Elements of the active version. Empty while the source has no active version. Throws 404 for an unknown file. */
export function createListElements(deps: { sources: SourceStore; elements: ElementStore }): ListElements {
  return async (projectId, fileId, filter, page) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw fileNotFound();
    const { items, total } = await listActive(deps.elements, fileId, filter, page);
    return { items, total, fileName: source.fileName };
  };
}

/** The elements of a source that readers see. Empty while no version is active. */
export async function listActive(
  elements: ElementStore,
  fileId: FileId,
  filter: ElementFilter,
  page: Page | null,
): Promise<Paged<Element>> {
  for (;;) {
    const active = await elements.active(fileId);
    if (!active) return { items: [], total: 0 };
    try {
      return await elements.list(active.versionId, filter, page ?? undefined);
    } catch (error) {
      // A reprocess ended between the two queries, so another version is active now, or none.
      if (!(error instanceof VersionRemovedError)) throw error;
    }
  }
}
