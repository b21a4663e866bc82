import type { RunItem, SimulationItem } from "@headwater/spec";

/** An item of a run or a simulation. */
export type ShownItem = { content: string; source: string | null; page: number | null; score: number | null };

export function itemOf(item: RunItem | SimulationItem): ShownItem {
  const { source, page, score, relevance_score: relevance } = item.metadata as Record<string, unknown>;
  return {
    content: "content" in item ? item.content : item.page_content,
    source: typeof source === "string" ? source : null,
    page: typeof page === "number" ? page : null,
    score: typeof score === "number" ? score : typeof relevance === "number" ? relevance : null,
  };
}
