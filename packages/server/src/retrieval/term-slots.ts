/** A fixed set of term hashes in numbered slots: an open-addressing table that answers in a few nanoseconds. */
export type TermSlots = { readonly size: number; slotOf(hash: number): number };

/**
 * Hashes of one list share a slot: they are forms of one term. `slotOf` is the 0-based place of the list, -1 for other
 * hashes. A hash of several lists belongs to the first; each distinct hash of `others` gets a slot after those.
 */
export function createTermSlots(
  lists: readonly ArrayLike<number>[],
  others: ArrayLike<number> = [],
): TermSlots {
  const count = lists.reduce((sum, list) => sum + list.length, others.length);
  const mask = 2 ** Math.ceil(Math.log2(count * 2 + 2)) - 1;
  const keys = new Uint32Array(mask + 1);
  /** 0 marks a free place; others hold the slot + 1. */
  const places = new Uint32Array(mask + 1);
  const placeOf = (hash: number): number => {
    let at = hash & mask;
    while (places[at] !== 0 && keys[at] !== hash) at = (at + 1) & mask;
    return at;
  };
  const put = (hash: number, slot: number): boolean => {
    const at = placeOf(hash);
    if (places[at] !== 0) return false;
    keys[at] = hash;
    places[at] = slot + 1;
    return true;
  };
  for (const [slot, list] of lists.entries()) {
    for (let at = 0; at < list.length; at++) put(list[at] as number, slot);
  }
  let size = lists.length;
  for (let at = 0; at < others.length; at++) if (put(others[at] as number, size)) size += 1;
  return { size, slotOf: (hash) => (places[placeOf(hash)] as number) - 1 };
}
