import type { ExpectedRanks } from "../../../flows/measures/expected-ranks.ts";
import { ndcg, precision, recall } from "../../../flows/measures/retrieval-measures.ts";
import type { ShownItem } from "../flow-items.ts";
import { says } from "./check-items.ts";
import type { ItemExpectation } from "./read-test-file.ts";

export type Measures = { precision: number; recall: number; ndcg: number };

/**
 * How well items serve what is expected of them, by the measures of evaluation nodes, each 0 to 1; null when nothing is expected. Every
 * expected text and source counts as one right thing to find. Of precision, texts decide where some are expected.
 */
export function measureItems(
  items: readonly ShownItem[],
  { contains, source }: Pick<ItemExpectation, "contains" | "source">,
): Measures | null {
  const texts = contains.map((text) => (item: ShownItem) => says(item, text));
  const sources = source.map((name) => (item: ShownItem) => item.source === name);
  const all = ranksOf(items, [...texts, ...sources]);
  if (all.items === 0) return null;
  return {
    precision: precision(texts.length > 0 ? ranksOf(items, texts) : all),
    recall: recall(all),
    ndcg: ndcg(all),
  };
}

const ranksOf = (items: readonly ShownItem[], rights: ((item: ShownItem) => boolean)[]): ExpectedRanks => ({
  items: rights.length,
  shown: items.map((item) => new Set([...rights.keys()].filter((right) => rights[right]?.(item)))),
});
