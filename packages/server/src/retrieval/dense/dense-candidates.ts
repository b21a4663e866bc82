import type { CandidateSource } from "../candidate-source.ts";
import type { SearchVectors } from "./search-vectors.ts";

/** Finds chunks by their meaning. A score is the cosine of the vectors of question and chunk. */
export const createDenseCandidates = (searchVectors: SearchVectors): CandidateSource => ({
  async search(text, { projectId, fileIds }, limit, signal) {
    if (text.trim() === "") return [];
    const hits = await searchVectors(projectId, { text, limit, fileIds });
    signal.throwIfAborted();
    return hits.map(({ chunkId, score }) => ({ chunkId, score: Math.min(1, score) }));
  },
});
