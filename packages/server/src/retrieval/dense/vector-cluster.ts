import type { VectorHit, VectorQuery } from "./vector-index.ts";
import type { EmbeddingSpace } from "./vector-store.ts";

/** Port: vectors that are searched outside the process. One process brings them up to the vector store. */
export type VectorCluster = {
  /**
   * Hits as of a `VectorIndex`, and the number of the set up to which it shows all that were completed. Null while it has
   * nothing of the space, or not yet all that there was when it began.
   */
  search(space: EmbeddingSpace, query: VectorQuery): Promise<{ hits: VectorHit[]; shownTo: number } | null>;
  /** Writes what is new, and drops what is gone. To be called every second or so. */
  tidy(): Promise<void>;
  /** Takes what was dropped out of what is stored. Answers whether there was any. */
  clear(): Promise<boolean>;
};
