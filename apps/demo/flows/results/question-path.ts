import type { EntityGraph, NodeResultItem } from "@headwater/spec";

/** The names that a passage of a graph-rag node holds. */
export const namesIn = ({ metadata: { entities } }: NodeResultItem): string[] =>
  Array.isArray(entities) ? entities.filter((name) => typeof name === "string") : [];

export type QuestionPath = {
  /** In the order of the passages: a name through which one was found, and the source that it led to. */
  steps: { name: string; from: string | undefined }[];
  /** Links that were taken, by the ids of both names. */
  links: Set<string>;
};

export const linkKey = (one: string, other: string): string => [one, other].sort().join(" ");

/** The way that the last question went: for each passage found by way of a name, from the passage that it began at. */
export function questionPath(items: readonly NodeResultItem[], graph: EntityGraph): QuestionPath {
  const idOf = new Map(graph.entities.map(({ id, name }) => [name, id]));
  const byChunk = new Map(items.map((item) => [String(item.metadata.chunk_id ?? item.id), item]));
  const weights = new Map(
    graph.relationships.map(({ source, target, weight }) => [linkKey(source, target), weight]),
  );
  const steps = new Map<string, string | undefined>();
  const links = new Set<string>();
  for (const item of items) {
    const { via, via_chunk, source } = item.metadata;
    if (typeof via !== "string") continue;
    if (!steps.has(via)) steps.set(via, typeof source === "string" ? source : undefined);
    const id = idOf.get(via);
    if (id === undefined) continue;
    const ends = [byChunk.get(String(via_chunk)), item].map(
      (end) => end && strongest(id, namesIn(end), idOf, weights),
    );
    for (const end of ends) if (end !== undefined) links.add(linkKey(id, end));
  }
  return { steps: [...steps].map(([name, from]) => ({ name, from })), links };
}

/** Of some names the one that is linked most with a name. */
function strongest(
  id: string,
  names: readonly string[],
  idOf: ReadonlyMap<string, string>,
  weights: ReadonlyMap<string, number>,
): string | undefined {
  const linked = names.flatMap((name) => {
    const other = idOf.get(name);
    const weight = other === undefined || other === id ? undefined : weights.get(linkKey(id, other));
    return other === undefined || weight === undefined ? [] : [{ other, weight }];
  });
  return linked.sort((one, other) => other.weight - one.weight)[0]?.other;
}
