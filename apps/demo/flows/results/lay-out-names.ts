import type { EntityGraph as NameGraph } from "@headwater/spec";

type NamedEntity = NameGraph["entities"][number];

export type PlacedName = NamedEntity & {
  /** In percent of the drawing. */
  x: number;
  y: number;
  /** Steps from the chosen name. */
  steps: 0 | 1 | 2;
};

/** Names that are drawn at once. */
const maxDrawn = 40;
const maxNear = 12;

/**
 * Places the chosen name in the middle, the names next to it around it, and those one step further outside, near the
 * name that leads to them. The same graph gives the same places.
 */
export function layOutNames(graph: NameGraph, chosen: string): PlacedName[] {
  const byId = new Map(graph.entities.map((entity) => [entity.id, entity]));
  const middle = byId.get(chosen);
  if (!middle) return [];
  const neighbours = neighboursIn(graph);
  const near = (neighbours.get(chosen) ?? []).filter((id) => byId.has(id)).slice(0, maxNear);
  const placed: PlacedName[] = [{ ...middle, x: 50, y: 50, steps: 0 }];
  const taken = new Set([chosen, ...near]);
  const room = Math.max(1, Math.floor((maxDrawn - 1 - near.length) / Math.max(1, near.length)));
  for (const [at, id] of near.entries()) {
    const angle = angleOf(at, near.length);
    placed.push({ ...(byId.get(id) as NamedEntity), ...onEllipse(angle, 26, 27), steps: 1 });
    const further = (neighbours.get(id) ?? [])
      .filter((next) => byId.has(next) && !taken.has(next))
      .slice(0, Math.min(room, 3));
    const fan = (2 * Math.PI) / near.length;
    for (const [index, next] of further.entries()) {
      taken.add(next);
      const own = angle + ((index + 1) / (further.length + 1) - 0.5) * Math.min(fan, 1.4);
      placed.push({ ...(byId.get(next) as NamedEntity), ...onEllipse(own, 42, 42), steps: 2 });
    }
  }
  return placed;
}

/** Ids of the names next to each one, those with the heaviest links first. */
export function neighboursIn({ relationships }: NameGraph): Map<string, string[]> {
  const weights = new Map<string, Map<string, number>>();
  const note = (from: string, to: string, weight: number) => {
    const known = weights.get(from) ?? new Map<string, number>();
    weights.set(from, known.set(to, (known.get(to) ?? 0) + weight));
  };
  for (const { source, target, weight } of relationships) {
    note(source, target, weight);
    note(target, source, weight);
  }
  return new Map(
    [...weights].map(([id, next]) => [
      id,
      [...next].sort(([, one], [, other]) => other - one).map(([to]) => to),
    ]),
  );
}

/** Begins above and to the left, so that no name stands straight above or below another. */
const angleOf = (at: number, count: number): number => -Math.PI * 0.8 + (2 * Math.PI * at) / count;

const onEllipse = (angle: number, width: number, height: number) => ({
  x: round(50 + width * Math.cos(angle)),
  y: round(50 + height * Math.sin(angle)),
});

const round = (number: number): number => Math.round(number * 10) / 10;

/** The nearest name in the direction of an arrow key. */
export function nameTowards(placed: readonly PlacedName[], from: string, key: string): string | undefined {
  const start = placed.find(({ id }) => id === from);
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [];
  if (!start || dx === undefined || dy === undefined) return undefined;
  let nearest: { id: string; far: number } | undefined;
  for (const { id, x, y } of placed) {
    const ahead = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (id === from || ahead <= 0) continue;
    const far = ahead + 2 * aside;
    if (!nearest || far < nearest.far) nearest = { id, far };
  }
  return nearest?.id;
}
