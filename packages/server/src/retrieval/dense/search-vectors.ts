import type { ProjectId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { EmbeddingLog } from "./embedding-log.ts";
import type { VectorHit, VectorIndex, VectorQuery } from "./vector-index.ts";
import type { VectorStore } from "./vector-store.ts";

export type MeaningQuery = { text: string } & Omit<VectorQuery, "vector">;

/** Chunks near a question, best first. None where vectors can't be used now: words alone answer then. Never rejects. */
export type SearchVectors = (projectId: ProjectId, query: MeaningQuery) => Promise<VectorHit[]>;

/** A question waits no longer for its vector. */
const embeddingMs = 10_000;

/**
 * Asks the first of the models whose space is whole: that of the settings, or, while its vectors are still being made,
 * the one before.
 */
export function createSearchVectors(deps: {
  embedders: readonly Embedder[];
  vectors: Pick<VectorStore, "spaces">;
  index: Pick<VectorIndex, "search">;
  log: Pick<EmbeddingLog, "fellBack">;
}): SearchVectors {
  const wholeSpace = async (projectId: ProjectId) => {
    const spaces = (await deps.vectors.spaces(projectId)).filter(({ isWhole }) => isWhole);
    for (const embedder of deps.embedders) {
      const space = spaces.find(({ name }) => name === embedder.space);
      if (space) return { embedder, space };
    }
    return null;
  };
  return async (projectId, { text, ...query }) => {
    try {
      const found = await wholeSpace(projectId);
      if (!found) return [];
      const { embedder, space } = found;
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
