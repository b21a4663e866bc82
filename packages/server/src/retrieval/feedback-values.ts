import type { ChunkHit } from "./chunk-index.ts";
import { rarity } from "./rarity.ts";
import type { TermCounts } from "./term-counts.ts";

/** Hits that terms are learnt from, and how many terms: the usual values of relevance models. */
export const maxFeedbackHits = 10;
const maxFeedbackTerms = 30;
/** BM25 sums log-odds: a hit that lies this much behind the best counts 1/e of it as feedback. */
const temperature = 2;
/** Saturation and length normalisation of BM25. */
const k1 = 1.2;
const b = 0.75;

/**
 * BM25 of each hit for the terms that tell the feedback hits from the others, the best of the sample being 1 (a relevance model in the
 * manner of RM3, Lavrenko & Croft 2001, Abdul-Jaleel et al. 2004, with the statistics of terms taken from the hits).
 */
export function feedbackValues(feedback: ChunkHit[], counts: TermCounts): number[] {
  const { size, frequencies, lengths, averageLength, hitCount } = counts;
  const weights = new Float64Array(size);
  const bestScore = feedback[0]?.score ?? 0;
  feedback.forEach((hit, index) => {
    const trust = Math.exp((hit.score - bestScore) / temperature) / (lengths[index] || 1);
    for (let slot = 0; slot < size; slot++) {
      weights[slot] = (weights[slot] ?? 0) + trust * (frequencies[index * size + slot] ?? 0);
    }
  });
  const learnt = Array.from(weights, (weight, slot) => ({ slot, weight: weight * rarity(slot, counts) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.slot - other.slot)
    .slice(0, maxFeedbackTerms)
    .map(({ slot, weight }) => ({ slot, weight: weight * rarity(slot, counts) }));
  const values = lengths.map((length, index) => {
    const normalised = k1 * (1 - b + (b * length) / averageLength);
    let sum = 0;
    for (const { slot, weight } of learnt) {
      const frequency = frequencies[index * size + slot] ?? 0;
      sum += (weight * frequency * (k1 + 1)) / (frequency + normalised);
    }
    return sum;
  });
  const largest = Math.max(...values.slice(0, hitCount));
  return largest > 0 ? values.map((value) => value / largest) : values;
}
