import type { Candidate } from "./candidate-source.ts";

/** Weight of the scores by meaning; the rest is that of the words. Chosen on Cranfield, see docs/decisions/embeddings.md. */
const defaultShare = 0.35;

/**
 * Joins candidates by words and by meaning into one order: each list's scores are stretched to 0..1 and then averaged with weights. A
 * candidate that is in one list only has 0 in the other. It is not done by ranks: they lose how far candidates lie apart.
 *
 * The best score is the better one of the two lists' best, the others' stand to it as their averages do: so what no list
 * finds good stays low. Ties keep the order of the words.
 */
export function fuse(byWords: Candidate[], byMeaning: Candidate[], share = defaultShare): Candidate[] {
  const words = stretched(byWords);
  const meaning = stretched(byMeaning);
  const fused = [...new Set([...words.keys(), ...meaning.keys()])]
    .map((chunkId) => ({
      chunkId,
      value: (1 - share) * (words.get(chunkId) ?? 0) + share * (meaning.get(chunkId) ?? 0),
    }))
    .sort((one, other) => other.value - one.value);
  const best = fused[0]?.value || 1;
  const bestScore = Math.max(byWords[0]?.score ?? 0, byMeaning[0]?.score ?? 0);
  return fused.map(({ chunkId, value }) => ({ chunkId, score: (value / best) * bestScore }));
}

/** Scores from the worst, 0, to the best, 1, of a list that has its best first. */
function stretched(candidates: Candidate[]): Map<string, number> {
  const highest = candidates[0]?.score ?? 0;
  const lowest = candidates.at(-1)?.score ?? 0;
  const range = highest - lowest;
  return new Map(candidates.map(({ chunkId, score }) => [chunkId, range > 0 ? (score - lowest) / range : 1]));
}
