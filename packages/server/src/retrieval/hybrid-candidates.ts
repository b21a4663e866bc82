import type { CandidateSource } from "./candidate-source.ts";
import { fuse } from "./fuse.ts";

/** Candidates of each list, however few are asked for: the stretching of scores, and so the order, depends on it. */
const minDepth = 300;

/** Candidates by words and by meaning, in one order. Those by words alone where there are none by meaning. */
export const createHybridCandidates = (
  words: CandidateSource,
  meaning: CandidateSource,
): CandidateSource => ({
  async search(query, scope, limit, signal) {
    const depth = Math.max(minDepth, limit);
    const [byWords, byMeaning] = await Promise.all([
      words.search(query, scope, depth, signal),
      meaning.search(query, scope, depth, signal),
    ]);
    return (byMeaning.length === 0 ? byWords : fuse(byWords, byMeaning)).slice(0, limit);
  },
});
