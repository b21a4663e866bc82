import type { ChunkHit } from "./chunk-index.ts";
import { feedbackValues, maxFeedbackHits } from "./feedback-values.ts";
import { inOrderOfScore } from "./order-hits.ts";
import { rankingFeatures } from "./ranking-features.ts";
import { informationOf } from "./rarity.ts";
import { withSurroundings } from "./surroundings.ts";
import { countTerms, type TermCounts } from "./term-counts.ts";

/** A hit with its final score, 0..1. */
export type RankedHit = { hit: ChunkHit; score: number };

/** A term of the query for ranking. */
export type RankedTerm = {
  /** Hashes of the forms that count as the term. */
  hashes: readonly number[];
  weight: number;
  /** How much of the term a hit covers that has it: 1, or less when the term only stands for one like it. */
  credit: number;
};

/**
 * Hits that compete for the first places. The others follow them, whatever they are: what the first ones are must not
 * depend on how many were asked for.
 */
export const closeLook = 40;

/* Chosen on Cranfield and one article of questions; docs/decisions/retrieval.md has what they bring on others. */
/** Of the terms learnt from the first hits, when these are all as good as each other. */
const maxFeedbackShare = 0.5;
/** When the tenth hit has this much less of a score than the first, the first pass was sure: nothing is learnt. */
const sureDrop = 0.7;
/** What a question of fewer words has in common with its first hits is chance; from the second number on all counts. */
const learningTerms = { none: 4, all: 8 };
const k1 = 1.2;
const b = 0.75;

/**
 * Orders hits by more than the index can see at its speed: how close the query's terms stand to each other, how much of
 * the vocabulary of the first hits a hit shares, and which hits stand beside it in its file. The first two count the less,
 * the surer the first pass was.
 *
 * The best hit's score is the share of the query it covers, rare terms counting more; the others' stand to it as their
 * ranking values do. So 1 means that a chunk has every term asked for, and a query that no chunk answers well gets low
 * scores throughout. Hits that are equally good are ordered by their terms, then by file and position.
 */
export function rank(all: ChunkHit[], terms: RankedTerm[], features = rankingFeatures): RankedHit[] {
  const hits = inOrderOfScore(all);
  const best = hits[0];
  if (!best) return [];
  const drop = dropOf(hits);
  const share = features.expansion && hits.length >= maxFeedbackHits ? feedbackShare(drop, terms.length) : 0;
  const learns = features.expansion && (share > 0 || hits.length > closeLook);
  const feedback = learns ? hits.slice(0, maxFeedbackHits) : [];
  const hashes = terms.map((term) => term.hashes);
  const counts = countTerms(hits, closeLook, hashes, feedback);
  const own = hits.map(
    (hit, index) =>
      hit.score / best.score +
      (features.proximity ? ((1 - drop) * closenessOf(index, terms, counts)) / best.score : 0),
  );
  const bestOwn = Math.max(...own.slice(0, closeLook));
  const byFeedback = learns ? feedbackValues(feedback, counts) : [];
  const valuesWith = (feedbackShare: number): Placed[] =>
    hits.map((hit, index) => ({
      hit,
      index,
      value: ((1 - feedbackShare) * (own[index] ?? 0)) / bestOwn + feedbackShare * (byFeedback[index] ?? 0),
    }));
  const alone = valuesWith(share).slice(0, closeLook);
  const first = features.surroundings ? withSurroundings(alone) : alone;
  // None of the others is likely to be sought itself: what they have in common with the first ones says most.
  const others = valuesWith(learns ? maxFeedbackShare : 0).slice(closeLook);
  first.sort(byValue);
  others.sort(byValue);
  const [top, last] = [first[0], first.at(-1)];
  if (!top || !last) return [];
  const scale = coverage(top.index, terms, counts) / top.value;
  return [
    ...first,
    ...others.map((placed) => ({ ...placed, value: Math.min(placed.value, last.value) })),
  ].map(({ hit, value }) => ({ hit, score: Math.min(1, Math.max(0, value * scale)) }));
}

type Placed = { hit: ChunkHit; index: number; value: number };

const byValue = (one: Placed, other: Placed): number => other.value - one.value || one.index - other.index;

/** Büttcher's proximity, on the scale of BM25. */
function closenessOf(hit: number, terms: RankedTerm[], counts: TermCounts): number {
  const { queryTerms, closeness, lengths, averageLength } = counts;
  const normalised = k1 * (1 - b + (b * (lengths[hit] ?? 0)) / averageLength);
  let sum = 0;
  for (const [slot, { weight }] of terms.entries()) {
    const near = informationOf(slot, counts) * (closeness[hit * queryTerms + slot] ?? 0);
    if (near > 0)
      sum +=
        (Math.min(1, weight) * Math.min(1, informationOf(slot, counts)) * near * (k1 + 1)) /
        (near + normalised);
  }
  return sum;
}

/** How much less the score of the tenth hit is than that of the first, 0..1: the more, the surer the first pass was. */
function dropOf(hits: ChunkHit[]): number {
  const [first, last] = [hits[0]?.score ?? 0, hits.slice(0, maxFeedbackHits).at(-1)?.score ?? 0];
  return first > 0 ? (first - last) / first : 0;
}

/** How much the terms of the first hits count: the less these stand out, and the longer the query, the more. */
function feedbackShare(drop: number, queryTerms: number): number {
  const { none, all } = learningTerms;
  const long = Math.min(1, Math.max(0, (queryTerms - none) / (all - none)));
  return maxFeedbackShare * long * Math.max(0, 1 - drop / sureDrop);
}

/** Share of the query's terms that a hit has, weighted by rarity; terms that no hit has weigh most. */
function coverage(hit: number, terms: RankedTerm[], counts: TermCounts): number {
  const { size, frequencies } = counts;
  let covered = 0;
  let all = 0;
  for (const [slot, { weight, credit }] of terms.entries()) {
    const value = weight * informationOf(slot, counts);
    all += value;
    if (frequencies[hit * size + slot]) covered += credit * value;
  }
  return all === 0 ? 0 : covered / all;
}
