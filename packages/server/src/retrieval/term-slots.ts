/** A fixed set of term hashes, numbered in the order given: an open-addressing table that answers in a few nanoseconds. */
export type TermSlots = { readonly size: number; slotOf(hash: number): number };

/** `slotOf` is the 0-based place among the distinct hashes, -1 for others. */
export function createTermSlots(hashes: Iterable<number>): TermSlots {
  const distinct = [...new Set(hashes)];
  const mask = 2 ** Math.ceil(Math.log2(distinct.length * 4 + 4)) - 1;
  const keys = new Uint32Array(mask + 1);
  const slots = new Int32Array(mask + 1).fill(-1);
  distinct.forEach((hash, slot) => {
    let at = hash & mask;
    while (slots[at] !== -1) at = (at + 1) & mask;
    keys[at] = hash;
    slots[at] = slot;
  });
  return {
    size: distinct.length,
    slotOf(hash) {
      let at = hash & mask;
      while (slots[at] !== -1) {
        if (keys[at] === hash) return slots[at] as number;
        at = (at + 1) & mask;
      }
      return -1;
    },
  };
}
