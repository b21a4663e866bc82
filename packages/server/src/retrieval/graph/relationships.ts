import type { EntityGraph, GraphEntity } from "./entity-graph.ts";

type Relationship = { source: GraphEntity; target: GraphEntity; weight: number; chunks: number[] };

/** How many pairs of entities are in a chunk together. Each pair counts once, however many chunks have it. */
export function countRelationships({ entities, chunks }: EntityGraph): number {
  const place = new Map([...entities.values()].map((entity, at) => [entity, at]));
  const total = chunks.reduce((sum, { entities: { length } }) => sum + (length * (length - 1)) / 2, 0);
  const pairs = new Float64Array(total);
  let at = 0;
  for (const chunk of chunks) {
    const named = chunk.entities.map((entity) => place.get(entity) ?? 0).sort((one, other) => one - other);
    for (const [index, one] of named.entries())
      for (const other of named.slice(index + 1)) pairs[at++] = one * place.size + other;
  }
  pairs.sort();
  let distinct = 0;
  for (let index = 0; index < pairs.length; index++) if (pairs[index] !== pairs[index - 1]) distinct += 1;
  return distinct;
}

/** The relationships among some entities, the strongest first. Weight: the number of chunks that name both. */
export function relationshipsAmong(graph: EntityGraph, among: GraphEntity[], limit: number): Relationship[] {
  const order = new Map(among.map((entity, at) => [entity, at]));
  const found = new Map<string, Relationship>();
  for (const at of new Set(among.flatMap(({ chunks }) => chunks))) {
    const named = (graph.chunks[at]?.entities ?? [])
      .filter((entity) => order.has(entity))
      .sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
    for (const [index, source] of named.entries()) {
      for (const target of named.slice(index + 1)) {
        const pair = `${order.get(source)} ${order.get(target)}`;
        const known = found.get(pair) ?? { source, target, weight: 0, chunks: [] };
        if (known.weight === 0) found.set(pair, known);
        known.weight += 1;
        known.chunks.push(at);
      }
    }
  }
  return [...found.values()]
    .sort(
      (one, other) =>
        other.weight - one.weight ||
        (one.source.key < other.source.key ? -1 : one.source.key > other.source.key ? 1 : 0) ||
        (one.target.key < other.target.key ? -1 : 1),
    )
    .slice(0, limit);
}
