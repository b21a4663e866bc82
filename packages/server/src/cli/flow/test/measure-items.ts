import type { ShownItem } from "../flow-items.ts";
import { says } from "./check-items.ts";
import type { ItemExpectation } from "./read-test-file.ts";

export type Measures = { precision: number; recall: number; ndcg: number };

/**
 * How well items serve what is expected of them, each 0 to 1; null when nothing is expected. Every expected text and source counts as one
 * right thing to find.
 *
 * - precision: the share of items that say an expected text or, where no text is expected, come from an expected source
 * - recall: the share of right things that were found
 * - ndcg: how far in front they were found for the first time, against the best order with nothing missing
 */
export function measureItems(
  items: readonly ShownItem[],
  { contains, source }: Pick<ItemExpectation, "contains" | "source">,
): Measures | null {
  const rights = [
    ...contains.map((text) => (item: ShownItem) => says(item, text)),
    ...source.map((name) => (item: ShownItem) => item.source === name),
  ];
  if (rights.length === 0) return null;
  const deciding = contains.length > 0 ? rights.slice(0, contains.length) : rights;
  const relevant = items.filter((item) => deciding.some((isRight) => isRight(item)));
  const open = new Set(rights);
  const gains = items.map((item) => {
    const found = [...open].filter((isRight) => isRight(item));
    for (const each of found) open.delete(each);
    return found.length;
  });
  // At best the same items stand in the best order, and each right thing that is missing in one more item.
  const ideal = [...gains, ...Array.from(open, () => 1)].sort((one, other) => other - one);
  return {
    precision: items.length === 0 ? 0 : relevant.length / items.length,
    recall: (rights.length - open.size) / rights.length,
    ndcg: discounted(gains) / discounted(ideal),
  };
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
