import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit } from "./chunk-index.ts";
import { countTerms, type TermCounts } from "./term-counts.ts";

/** A hit with its final score, 0..1. */
export type RankedHit = { hit: ChunkHit; score: number };

/*
 * Textbook values, not fitted to a collection; docs/decisions/retrieval.md has the measurements.
 */
/** Saturation and length normalisation of BM25, as the index uses them. */
const k1 = 1.2;
const b = 0.75;
/** Share of the query itself; the rest is that of the terms learnt from the feedback hits (RM3's interpolation). */
const queryShare = 0.6;
/** Hits that terms are learnt from, and how many terms. */
const maxFeedbackHits = 10;
const maxFeedbackTerms = 30;
/** BM25 sums log-odds: a hit that lies this much behind the best counts 1/e of it as feedback. */
const temperature = 2;
/** Weight of query terms standing close together, in the order of the query. */
const proximityShare = 0.2;

/**
 * Orders hits by more than the index can see at its speed: how close the query's terms stand to each other, and how
 * much of the vocabulary of the best hits a hit shares (a relevance model in the manner of RM3, Lavrenko & Croft 2001,
 * Abdul-Jaleel et al. 2004, with term statistics taken from the hits).
 *
 * The best hit's score is the share of the query it covers, rare terms counting more; the others' stand to it as their
 * ranking values do. So 1 means that a chunk has every term asked for, and a query that no chunk answers well gets low
 * scores throughout. Ties are ordered by file, then position.
 */
export function rank(hits: ChunkHit[], terms: string[]): RankedHit[] {
  const best = hits[0];
  if (!best) return [];
  const feedback = hits.slice(0, maxFeedbackHits);
  const counts = countTerms(hits, terms.map(hashTerm), feedback);
  const own = ownValues(hits, counts);
  const byFeedback = feedbackValues(feedback, counts);
  const values = own.map((value, index) => queryShare * value + (1 - queryShare) * (byFeedback[index] ?? 0));
  const order = hits.map((hit, index) => ({ hit, index, value: values[index] ?? 0 })).sort(byValueThenPlace);
  const first = order[0];
  if (!first) return [];
  const scale = coverage(first.index, counts) / first.value;
  return order.map(({ hit, value }) => ({ hit, score: Math.min(1, Math.max(0, value * scale)) }));
}

type Placed = { hit: ChunkHit; value: number };

const byValueThenPlace = (one: Placed, other: Placed): number =>
  other.value - one.value ||
  (one.hit.fileId < other.hit.fileId ? -1 : one.hit.fileId > other.hit.fileId ? 1 : 0) ||
  one.hit.position - other.hit.position;

/** The index's score with proximity, the best being 1. */
function ownValues(hits: ChunkHit[], { closeness }: TermCounts): number[] {
  const bestScore = hits[0]?.score || 1;
  return scaledToOne(
    hits.map((hit, index) => hit.score / bestScore + proximityShare * (closeness[index] ?? 0)),
  );
}

/** BM25 of each hit for the terms that tell the feedback hits from the others, the best being 1. */
function feedbackValues(feedback: ChunkHit[], counts: TermCounts): number[] {
  const { size, frequencies, lengths, hitCount } = counts;
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / hitCount || 1;
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
  const values = Array.from({ length: hitCount }, (_, index) => {
    const normalised = k1 * (1 - b + (b * (lengths[index] ?? 0)) / averageLength);
    let sum = 0;
    for (const { slot, weight } of learnt) {
      const frequency = frequencies[index * size + slot] ?? 0;
      sum += (weight * frequency * (k1 + 1)) / (frequency + normalised);
    }
    return sum;
  });
  return scaledToOne(values);
}

/** Inverse document frequency among the hits. */
function rarity(slot: number, { hitCount, hitsWith }: TermCounts): number {
  const having = hitsWith[slot] ?? 0;
  return Math.log(1 + (hitCount - having + 0.5) / (having + 0.5));
}

/** Share of the query's terms that a hit has, weighted by rarity; terms that no hit has weigh most. */
function coverage(index: number, { queryTerms, size, frequencies, hitCount, hitsWith }: TermCounts): number {
  let covered = 0;
  let all = 0;
  for (let slot = 0; slot < queryTerms; slot++) {
    const weight = Math.log(1 + (hitCount + 1) / ((hitsWith[slot] ?? 0) + 0.5));
    all += weight;
    if (frequencies[index * size + slot]) covered += weight;
  }
  return all === 0 ? 0 : covered / all;
}

function scaledToOne(values: number[]): number[] {
  const largest = Math.max(...values);
  return largest > 0 ? values.map((value) => value / largest) : values;
}
