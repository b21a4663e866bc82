/** A fixed set of term hashes, numbered in the order given: an open-addressing table that answers in a few nanoseconds. */
export type TermSlots = { readonly size: number; slotOf(hash: number): number };

/** `slotOf` is the 0-based place among the distinct hashes, -1 for others. */
export function createTermSlots(hashes: Uint32Array): TermSlots {
  const mask = 2 ** Math.ceil(Math.log2(hashes.length * 2 + 2)) - 1;
  const keys = new Uint32Array(mask + 1);
  /** 0 marks a free place; others hold the slot + 1. */
  const places = new Uint32Array(mask + 1);
  const placeOf = (hash: number): number => {
    let at = hash & mask;
    while (places[at] !== 0 && keys[at] !== hash) at = (at + 1) & mask;
    return at;
  };
  let size = 0;
  for (const hash of hashes) {
    const at = placeOf(hash);
    if (places[at] !== 0) continue;
    keys[at] = hash;
    places[at] = ++size;
  }
  return { size, slotOf: (hash) => (places[placeOf(hash)] as number) - 1 };
}
