/** A chunk by its segment and slot, with its score. */
export type FoundSlot = { segment: number; slot: number; score: number };

/** The best of many scores: a heap with the worst of them on top. */
export type BestSlots = {
  /** Takes the place of the worst one once the heap is full. Call it only with a score above the bar; answers the new bar. */
  add(segment: number, slot: number, score: number): number;
  /** Best first; equal scores by segment, then by slot. */
  list(): FoundSlot[];
};

export function createBestSlots(limit: number): BestSlots {
  const heap: FoundSlot[] = [];
  /** The later one of equal scores goes first: which ones are kept must not depend on the order of the heap. */
  const isWorse = (one: FoundSlot, other: FoundSlot): boolean => byRank(one, other) > 0;

  const sink = (found: FoundSlot) => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (!left) break;
      const worse = right && isWorse(right, left) ? right : left;
      if (worse === right) child += 1;
      if (!isWorse(worse, found)) break;
      heap[at] = worse;
      at = child;
    }
    heap[at] = found;
  };
  const rise = (found: FoundSlot) => {
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = heap[parent] as FoundSlot;
      if (isWorse(above, found)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = found;
  };

  return {
    add(segment, slot, score) {
      const found = { segment, slot, score };
      if (heap.length < limit) rise(found);
      else sink(found);
      return heap.length < limit ? 0 : (heap[0]?.score ?? 0);
    },
    list: () => heap.toSorted(byRank),
  };
}

const byRank = (one: FoundSlot, other: FoundSlot): number =>
  other.score - one.score || one.segment - other.segment || one.slot - other.slot;
