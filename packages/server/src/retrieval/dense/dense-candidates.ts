import type { MeaningSource } from "../candidate-source.ts";
import type { SearchVectors } from "./search-vectors.ts";

/** Finds chunks by their meaning. */
export const createDenseCandidates = (searchVectors: SearchVectors): MeaningSource => ({
  async search(text, { projectId, fileIds }, limit, signal, chunkIds) {
    if (text.trim() === "") return [];
    const hits = await searchVectors(projectId, { text, limit, fileIds, chunkIds });
    signal.throwIfAborted();
    return hits.map(({ chunkId, score: cosine }) => ({
      ...{ chunkId, cosine, sum: cosine },
      score: Math.min(1, Math.max(0, cosine)),
    }));
  },
});
