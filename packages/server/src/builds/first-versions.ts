import type { ChunkSet } from "../chunks/chunk-set.ts";
import type { AddedChunk } from "../chunks/chunk-store.ts";
import type { Element } from "../elements/element.ts";
import type { NewVersion, VersionPages } from "../elements/element-store.ts";
import type { ProjectId } from "../kernel/ids.ts";

/** All that a build makes of a small document. */
export type FirstVersion = {
  projectId: ProjectId;
  version: NewVersion;
  pages: VersionPages;
  chunkSet: ChunkSet;
  elements: Element[];
  chunks: AddedChunk[];
};

/** Port: the first versions of sources, each written and activated in one step. */
export type FirstVersions = {
  /**
   * From now on readers see this version. False, and nothing is kept, when the source has a version already. Throws when
   * the source was removed. For few rows: they are written without a pause. While it has company it waits, up to 0.1 s,
   * to be stored together with them.
   */
  add(version: FirstVersion, options: { hasCompany: () => boolean }): Promise<boolean>;
};
