import type { PageDoubt } from "./read-pages.ts";

const maxPagesNamed = 20;

/** Names the pages that may not be read right, together where they have the same reason. Null when there are none. */
export function doubtsMessage(doubts: readonly PageDoubt[]): string | null {
  const byReason = Map.groupBy(doubts, ({ reason }) => reason);
  const sentences = [...byReason].map(([reason, pages]) => {
    const others = pages.length > maxPagesNamed ? ` and ${pages.length - maxPagesNamed} more` : "";
    const named = pages.slice(0, maxPagesNamed).map(({ pageNumber }) => pageNumber);
    return `${pages.length === 1 ? "Page" : "Pages"} ${named.join(", ")}${others}: ${reason}`;
  });
  return sentences.length === 0 ? null : sentences.join(". ");
}
