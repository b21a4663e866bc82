import { sharedContent } from "../../answering/verify/shared-content.ts";
import type { ExpectedRanks, ReadPassage } from "./expected-ranks.ts";

/** Share of the passages that show something expected (Manning et al., Introduction to Information Retrieval, 8.3). */
export const precision = ({ shown }: ExpectedRanks): number =>
  shown.length === 0 ? 0 : shown.filter((items) => items.size > 0).length / shown.length;

/** Share of what is expected that any passage shows (the same). */
export const recall = ({ items, shown }: ExpectedRanks): number =>
  new Set(shown.flatMap((each) => [...each])).size / items;

/**
 * Normalised discounted cumulated gain (Järvelin and Kekäläinen 2002), with a gain of 1 for each expected item at the first
 * rank that shows it: so ten chunks of one source are no better than one. The ideal has one new item at each rank.
 */
export function ndcg({ items, shown }: ExpectedRanks): number {
  const seen = new Set<number>();
  let gained = 0;
  for (const [at, each] of shown.entries()) {
    const added = [...each].filter((item) => !seen.has(item));
    for (const item of added) seen.add(item);
    if (added.length > 0) gained += added.length * discount(at);
  }
  let ideal = 0;
  for (let at = 0; at < items; at++) ideal += discount(at);
  return Math.min(1, gained / ideal);
}

const discount = (at: number): number => 1 / Math.log2(at + 2);

/**
 * How much of the question the passages are about: the mean share of its content words that a passage has. After the
 * context relevance of RAGAS (Es et al. 2024), with words in place of a model. Null when nothing was found.
 */
export const relevance = (question: string, passages: ReadPassage[]): number | null =>
  passages.length === 0
    ? null
    : passages
        .map(({ title, text }) => sharedContent(question, `${title} ${text}`))
        .reduce((sum, share) => sum + share, 0) / passages.length;
