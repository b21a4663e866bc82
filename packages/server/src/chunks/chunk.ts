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
};
