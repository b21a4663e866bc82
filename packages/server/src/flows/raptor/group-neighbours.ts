/** How alike two things are, 0..1, and what lies in the middle of several. */
export type Space<Vector> = {
  likeness: (one: Vector, other: Vector) => number;
  centre: (vectors: Vector[]) => Vector;
};

/** Members of a group. A single one stays alone only where there is no other. */
const minSize = 2;
const maxSize = 8;
const wantedSize = 5;
/** What another size than the wanted one costs, against a border between two that are the same. */
const sizeCost = 0.3;

/**
 * Groups neighbours, so that borders lie where neighbours are least alike. A group has 2 to 8 members, about 5. Answers the
 * index after the last member of each group. The best of all groupings, in linear time.
 */
export function groupNeighbours<Vector>(vectors: Vector[], { likeness }: Space<Vector>): number[] {
  if (vectors.length <= minSize) return vectors.length === 0 ? [] : [vectors.length];
  const borderAt = vectors.map((vector, at) => (at === 0 ? 0 : likeness(vectors[at - 1] as Vector, vector)));
  /** Of the first `at` members: what their best grouping costs, and where its last group begins. */
  const costs = new Float64Array(vectors.length + 1).fill(Number.POSITIVE_INFINITY);
  const begins = new Int32Array(vectors.length + 1);
  costs[0] = 0;
  for (let to = minSize; to <= vectors.length; to++) {
    for (let size = minSize; size <= Math.min(maxSize, to); size++) {
      const from = to - size;
      const away = (size - wantedSize) / wantedSize;
      const cost = (costs[from] ?? 0) + (borderAt[from] ?? 0) + sizeCost * away * away;
      if (cost < (costs[to] ?? 0)) {
        costs[to] = cost;
        begins[to] = from;
      }
    }
  }
  const ends: number[] = [];
  for (let end = vectors.length; end > 0; end = begins[end] ?? 0) ends.unshift(end);
  return ends;
}
