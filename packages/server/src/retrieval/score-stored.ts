import { setImmediate as nextTurn } from "node:timers/promises";
import { hashTerms } from "../text/term-hash.ts";
import type { ChunkHit, ChunkQuery } from "./chunk-index.ts";
import { createTermSlots } from "./term-slots.ts";

/** A stored chunk as it is searched without the index. */
export type StoredTerms = Omit<ChunkHit, "score">;

/** Saturation and length normalisation of BM25, as the index uses them. */
const k1 = 1.2;
const b = 0.75;
/** Scanned before requests that wait are let through: about a millisecond of work. */
const chunksPerTurn = 1_000;

/** BM25 over chunks in memory, on the index's scale; best first. */
export async function scoreStored(
  chunks: StoredTerms[],
  { terms, weights, required = [], limit }: ChunkQuery,
): Promise<ChunkHit[]> {
  const slots = createTermSlots([], hashTerms([...terms, ...required.flat()]));
  const requiredSlots = required.map((forms) => Array.from(hashTerms(forms), slots.slotOf));
  const weightOf = new Float64Array(slots.size);
  for (const [at, hash] of hashTerms(terms).entries()) weightOf[slots.slotOf(hash)] = weights?.[at] ?? 1;
  const matches: { chunk: StoredTerms; counts: Uint16Array }[] = [];
  const having = new Uint32Array(slots.size);
  let allTerms = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (index % chunksPerTurn === chunksPerTurn - 1) await nextTurn();
    allTerms += chunk.termHashes.length;
    const counts = new Uint16Array(slots.size);
    let matched = false;
    for (const hash of chunk.termHashes) {
      const slot = slots.slotOf(hash);
      if (slot < 0) continue;
      if (counts[slot] === 0) having[slot] = (having[slot] ?? 0) + 1;
      counts[slot] = (counts[slot] ?? 0) + 1;
      matched = true;
    }
    const isWhole = requiredSlots.every((forms) => forms.some((slot) => counts[slot]));
    if (matched && isWhole) matches.push({ chunk, counts });
  }
  const averageLength = allTerms / chunks.length || 1;
  const rarity = Array.from(
    having,
    (count, slot) => (weightOf[slot] ?? 0) * Math.log(1 + (chunks.length - count + 0.5) / (count + 0.5)),
  );
  const scoreOf = (counts: Uint16Array, length: number): number => {
    const normalised = k1 * (1 - b + (b * length) / averageLength);
    return rarity.reduce((sum, weight, slot) => {
      const count = counts[slot] ?? 0;
      return sum + (weight * count * (k1 + 1)) / (count + normalised);
    }, 0);
  };
  return matches
    .map(({ chunk, counts }) => ({ ...chunk, score: scoreOf(counts, chunk.termHashes.length) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}
