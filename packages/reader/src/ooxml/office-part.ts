import type { ImageAllowance } from "../markup/embedded-image.ts";
import type { Archive } from "../package/open-archive.ts";
import type { Relationship } from "../package/relationships.ts";

/** A part of a package and what its drawings refer to. */
export type OfficePart = {
  archive: Archive;
  relationships: ReadonlyMap<string, Relationship>;
  keepImage: ImageAllowance;
};
