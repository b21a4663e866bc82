import type { ProjectId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { EmbeddingLog } from "./embedding-log.ts";
import type { VectorHit, VectorIndex, VectorQuery } from "./vector-index.ts";
import type { VectorStore } from "./vector-store.ts";

export type MeaningQuery = { text: string } & Omit<VectorQuery, "vector">;

/**
 * Chunks near a question with their cosine, best first. None where vectors can't be used now: words alone answer then.
 * Never rejects.
 */
export type SearchVectors = (projectId: ProjectId, query: MeaningQuery) => Promise<VectorHit[]>;

/** A question waits no longer for its vector. */
const embeddingMs = 10_000;

/**
 * Asks the first of the models whose space is whole: that of the settings, or, while its vectors are still being made,
 * the one before. Where none is whole, that of the settings, as far as it has vectors.
 */
export function createSearchVectors(deps: {
  embedders: readonly Embedder[];
  vectors: Pick<VectorStore, "spaces">;
  index: Pick<VectorIndex, "search">;
  log: Pick<EmbeddingLog, "fellBack">;
}): SearchVectors {
  const usedSpace = async (projectId: ProjectId) => {
    const spaces = await deps.vectors.spaces(projectId);
    const ours = deps.embedders.flatMap((embedder) => {
      const space = spaces.find(({ name }) => name === embedder.space);
      return space ? [{ embedder, space }] : [];
    });
    return ours.find(({ space }) => space.isWhole) ?? ours[0];
  };
  return async (projectId, { text, ...query }) => {
    try {
      const used = await usedSpace(projectId);
      if (!used) return [];
      const { embedder, space } = used;
      const { vectors } = await embedder.embed([text], "query", AbortSignal.timeout(embeddingMs));
      const [vector] = vectors;
      if (!vector) throw new Error("The embedding model gave no vector for the question");
      return await deps.index.search(space, { ...query, vector });
    } catch (error) {
      deps.log.fellBack("embedding", error);
      return [];
    }
  };
}
