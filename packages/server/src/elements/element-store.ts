import type { FileId, VersionId } from "../kernel/ids.ts";
import type { Page, Paged } from "../kernel/page.ts";
import type { Element, ElementFilter } from "./element.ts";

/** `failedPages`: 1-based numbers of those that could not be read. */
export type VersionPages = { totalPages: number; failedPages: number[] };

export type ElementVersion = VersionPages & { versionId: VersionId; fileId: FileId; method: string };

/** An element of a version. */
export type ElementReference = { versionId: VersionId; elementId: string };

export type LocatedElement = {
  versionId: VersionId;
  element: Element;
  /** 1-based: a section begins at each `Title`; what stands before the first one is section 1. */
  sectionNumber: number;
};

/** The version is gone, with its source or after a newer one took its place: read the active one again. */
export class VersionRemovedError extends Error {
  override readonly name = "VersionRemovedError";

  constructor(versionId: VersionId) {
    super(`Version ${versionId} was removed`);
  }
}

/** Port: elements by version. A version is written whole beside the active one, then activated in one step. */
export type ElementStore = {
  /** Opens an empty, inactive version without pages. Throws when the source is gone. */
  beginVersion(version: Omit<ElementVersion, keyof VersionPages>): Promise<void>;
  /** Appends elements to a version; called with batches, in order. Throws when the version is active or removed. */
  addElements(versionId: VersionId, elements: Element[]): Promise<void>;
  /** Records the pages, which are known once all is read. Throws when the version is active or removed. */
  setPages(versionId: VersionId, pages: VersionPages): Promise<void>;
  /** Readers see this version from now on. Answers the version it replaces, or null. Throws when the source or the version is gone. */
  activate(fileId: FileId, versionId: VersionId): Promise<VersionId | null>;
  active(fileId: FileId): Promise<ElementVersion | null>;
  /** Elements in order; all of them when `page` is absent. Throws VersionRemovedError when the version is gone, also when it goes meanwhile. */
  list(versionId: VersionId, filter: ElementFilter, page?: Page): Promise<Paged<Element>>;
  /** Those of the elements that exist, each once, in no particular order, without their images. */
  located(references: ElementReference[]): Promise<LocatedElement[]>;
  /** Removes the version with its elements and chunks: unreadable at once, cleared away when the promise resolves. */
  removeVersion(versionId: VersionId): Promise<void>;
  /** Versions that are not active, for clearing away what a crash left behind. */
  inactiveVersions(): Promise<{ versionId: VersionId; fileId: FileId; projectId: string }[]>;
};
