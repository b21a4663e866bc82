import type { NodeResult } from "../graph/graph.ts";

/** "4,318 chunks", "1,284 entities": the counts of a result in words, by the names that the contract gives them. */
export const resultFacts = (result: NodeResult | undefined): string[] =>
  Object.entries(result ?? {}).flatMap(([name, value]) => {
    if (typeof value !== "number") return [];
    const words = name.replace(/^total_/, "").replaceAll("_", " ");
    return [`${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${words}`];
  });
