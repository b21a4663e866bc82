import type { Method } from "@headwater/spec";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { Page } from "../kernel/page.ts";
import type { Content } from "../ports/blob-store.ts";
import type { Source, SourceOverview } from "./source.ts";
import type { SourceFilter, SourceList, SourceOrder } from "./source-list.ts";

/** Port: the sources of a project. Ids of other projects are unknown here. */
export type SourceStore = {
  /** In insertion order. With `fileIds`: only those (unknown ones are left out; empty: none). */
  list(projectId: ProjectId, fileIds?: FileId[]): Promise<SourceOverview[]>;
  /** The sources that match, in the order asked for; equals by when they were added. Null for all pages. */
  browse(
    projectId: ProjectId,
    filter: SourceFilter,
    order: SourceOrder,
    page: Page | null,
  ): Promise<SourceList>;
  /**
   * Names the state of the project's list in a few dozen signs: after anything changed that a list of sources shows, or
   * as soon as the build that changed it ends, it is another. It costs a tenth of reading the list.
   */
  stamp(projectId: ProjectId): Promise<string>;
  find(projectId: ProjectId, fileId: FileId): Promise<Source | null>;
  /** Every source of the project that bears the name, in whichever Unicode form it is asked for. */
  findByName(projectId: ProjectId, fileName: string): Promise<Source[]>;
  /** The sources of the project that have any of the tags, in insertion order. */
  findByTags(projectId: ProjectId, tags: string[]): Promise<FileId[]>;
  /** Gives the source other tags. False when it is unknown. */
  retag(projectId: ProjectId, fileId: FileId, tags: string[]): Promise<boolean>;
  /**
   * Removes the source with its builds, versions, elements, chunks and what was derived from it, and the turns of
   * conversations, node records and runs of flows drawn from it.
   * One short transaction, shared by those that are removed at once, makes all of it unreadable; its rows are cleared
   * away when the promise resolves.
   * Answers false when it is gone already.
   */
  remove(projectId: ProjectId, fileId: FileId): Promise<boolean>;
  /** Some of the uploaded sources that were added before, whose originals are kept and that no build reads. */
  withOldOriginals(projectId: ProjectId, before: Date): Promise<Source[]>;
  /**
   * From now on the source does not use its bytes any more. False when it is gone, has no original, or a build of it waits or
   * is under way.
   */
  removeOriginal(projectId: ProjectId, fileId: FileId, at: Date): Promise<boolean>;
  /** Finishes the removals that a crash cut short; called at start, before any build is claimed. */
  clearLeftovers(): Promise<void>;
  /** Whether any source of the project, `besides` one, still uses these bytes: one whose original was removed does not. */
  usesContent(projectId: ProjectId, contentHash: string, options?: { besides?: FileId }): Promise<boolean>;
  /** The sources of the project that use these bytes, in insertion order, with the method of their latest build. */
  usesOf(projectId: ProjectId, contentHash: string): Promise<(Source & { method: Method })[]>;
  /** All content hashes in use, by project, to find bytes that no source uses. */
  contentsInUse(): Promise<Content[]>;
  /** Those of sources that were added, or asked to be read again, since then. */
  contentsBuiltSince(moment: Date): Promise<Content[]>;
  /** When the sidecars were last found to be what the database says, or made so. Null: never. */
  sidecarsMendedAt(): Promise<Date | null>;
  setSidecarsMended(moment: Date): Promise<void>;
  /** Bytes whose last source was removed and which `contentRemoved` has not recorded yet. */
  contentsToRemove(): Promise<Content[]>;
  contentRemoved(projectId: ProjectId, contentHash: string): Promise<void>;
};
