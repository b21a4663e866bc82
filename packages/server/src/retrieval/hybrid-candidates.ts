import type { CandidateSource, MeaningSource } from "./candidate-source.ts";
import { fuse } from "./fuse.ts";

/** Candidates of each kind, however few are asked for: the first ones must not depend on that. 300 bring .003 at most. */
const minDepth = 150;

/** Candidates by words and by meaning, in one order. Those by words alone where there are none by meaning. */
export const createHybridCandidates = (words: CandidateSource, meaning: MeaningSource): CandidateSource => ({
  async search(query, scope, limit, signal) {
    const depth = Math.max(minDepth, limit);
    const byWords = await words.search(query, scope, depth, signal);
    const chunkIds = byWords.map(({ chunkId }) => chunkId);
    const byMeaning = await meaning.search(query, scope, depth, signal, chunkIds);
    return (byMeaning.length === 0 ? byWords : fuse(byWords, byMeaning)).slice(0, limit);
  },
});
