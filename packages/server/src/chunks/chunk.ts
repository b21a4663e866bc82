import type { Element } from "../elements/element.ts";

/** A passage for retrieval: one or more neighbouring elements under one heading. */
export type Chunk = {
  chunkId: string;
  /** 0-based order within the version. */
  position: number;
  text: string;
  /** The headings above the passage, outermost first, joined by " › "; "" when there is none. */
  title: string;
  /** Page of the first element, 1-based. */
  pageNumber: number;
  elementIds: string[];
  /**
   * Where the text is in the text of the version (`createPassageReader`), in UTF-16 units. Absent of the chunks of
   * builds, which repeat the first row of a table.
   */
  charStart?: number | undefined;
  charEnd?: number | undefined;
  /** The types of the elements, each once, in order. Absent of the chunks of builds. */
  elementTypes?: Element["type"][] | undefined;
};
