import type { Method } from "@headwater/spec";
import type { FileId, VersionId } from "../kernel/ids.ts";
import type { Page, Paged } from "../kernel/page.ts";
import type { Source } from "../sources/source.ts";
import type { Element, ElementFilter } from "./element.ts";

/** `failedPages`: 1-based numbers of those that could not be read. `message`: what to know of how it was read. */
export type VersionPages = { totalPages: number; failedPages: number[]; message: string | null };

export type ElementVersion = VersionPages & { versionId: VersionId; fileId: FileId; method: Method };

export type NewVersion = Omit<ElementVersion, keyof VersionPages> & {
  /** What reads it. Absent: nothing may be copied from it. */
  reader?: string;
  /** The source whose version this is a copy of. */
  duplicateOf?: FileId;
};

/** What makes two documents the same: a reader gives the same elements for both. */
export type DocumentIdentity = Pick<Source, "projectId" | "fileId" | "contentHash" | "fileType"> & {
  method: Method;
  reader: string;
  /** When the name counts too, because it is part of what was read. */
  fileName?: string | undefined;
};

/** An element of a version. */
export type ElementReference = { versionId: VersionId; elementId: string };

export type LocatedElement = {
  versionId: VersionId;
  element: Element;
  /** 1-based. A section starts at each `Title`; elements before the first title are in section 1. */
  sectionNumber: number;
};

/** The version was removed, with its source or because a newer one replaced it. Read the active version again. */
export class VersionRemovedError extends Error {
  override readonly name = "VersionRemovedError";

  constructor(versionId: VersionId) {
    super(`Version ${versionId} was removed`);
  }
}

/** Port: elements by version. A version is written completely beside the active one and then activated in one step. */
export type ElementStore = {
  /** Opens an empty, inactive version without pages. Throws when the source was removed. */
  beginVersion(version: NewVersion): Promise<void>;
  /** Appends elements to a version. Called with batches, in order. Throws when the version is active or removed. */
  addElements(versionId: VersionId, elements: Element[]): Promise<void>;
  /** Records the pages, which are known once all is read. Throws when the version is active or removed. */
  setPages(versionId: VersionId, pages: VersionPages): Promise<void>;
  /**
   * From now on readers see this version. Returns the version it replaces, or null. Throws when the source or the
   * version was removed.
   */
  activate(fileId: FileId, versionId: VersionId): Promise<VersionId | null>;
  active(fileId: FileId): Promise<ElementVersion | null>;
  /**
   * The active version of another source of the project that has the same bytes and type and was read without a failed
   * page by the same method and reader; of several that of the oldest source. Null when there is none.
   */
  findSame(document: DocumentIdentity): Promise<(ElementVersion & { elementCount: number }) | null>;
  /**
   * All elements in order, with their images and word boxes, in batches that are small enough to hold. Throws VersionRemovedError when
   * the version is removed, also while they are read.
   */
  stream(versionId: VersionId): AsyncIterable<Element[]>;
  /**
   * Elements in order; all of them when `page` is absent. Throws VersionRemovedError when the version is removed, also
   * while they are read.
   */
  list(versionId: VersionId, filter: ElementFilter, page?: Page): Promise<Paged<Element>>;
  /** Where the words of an element stand (`ParsedElement.wordBoxes`); null where that is not known. */
  wordBoxes(reference: ElementReference): Promise<Uint8Array | null>;
  /** The given elements that exist, each once, in no particular order, without their images and word boxes. */
  located(references: ElementReference[]): Promise<LocatedElement[]>;
  /**
   * Removes the version with its elements and chunks. They are unreadable at once and deleted when the promise
   * resolves.
   */
  removeVersion(versionId: VersionId): Promise<void>;
  /** Versions that are not active. Used to remove what a crash left behind. */
  inactiveVersions(): Promise<{ versionId: VersionId; fileId: FileId; projectId: string }[]>;
};
