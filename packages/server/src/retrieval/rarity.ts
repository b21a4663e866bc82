import type { TermCounts } from "./term-counts.ts";

/** Inverse document frequency of a term among the hits. */
export function rarity(
  slot: number,
  { hitCount, hitsWith }: Pick<TermCounts, "hitCount" | "hitsWith">,
): number {
  const having = hitsWith[slot] ?? 0;
  return Math.log(1 + (hitCount - having + 0.5) / (having + 0.5));
}

/** What a term of the query says about a hit that has it: never nothing, also where all hits have the term. */
export const informationOf = (
  slot: number,
  { hitCount, hitsWith }: Pick<TermCounts, "hitCount" | "hitsWith">,
): number => Math.log(1 + (hitCount + 1) / ((hitsWith[slot] ?? 0) + 0.5));
