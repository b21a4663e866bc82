import type { NodeOutput, OutputPassage, OutputQuery } from "../flow/node-output.ts";

export type PassageList = { query: OutputQuery; passages: OutputPassage[] };

/**
 * What was found for each query. What several nodes found for one query becomes one list: the best score of a passage
 * counts, and the best come first. A list of one node keeps its order.
 */
export function passageListsOf(inputs: NodeOutput[]): PassageList[] {
  const lists = new Map<string, PassageList>();
  for (const input of inputs) {
    if (input.kind !== "passages") continue;
    for (const { query, passages } of input.lists) {
      const before = lists.get(query.id);
      lists.set(query.id, {
        query: before?.query ?? query,
        passages: before ? joined(before.passages, passages) : passages,
      });
    }
  }
  return [...lists.values()];
}

/** Each passage once, with its best score; the best first. */
export function joined(one: OutputPassage[], other: OutputPassage[]): OutputPassage[] {
  const best = new Map<string, OutputPassage>();
  for (const passage of [...one, ...other])
    if (passage.score > (best.get(passage.id)?.score ?? -1)) best.set(passage.id, passage);
  return [...best.values()].sort((a, b) => b.score - a.score);
}
