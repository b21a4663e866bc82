/** Groups whose sums of bytes fit into a byte: each group adds at most 24. */
const groupsPerSum = 10;

/**
 * Bits in which the words at a place of an array differ from others, of which there are a multiple of three. Three words
 * are first added bit by bit, to one word of sums and one of carries: that leaves two words to count in place of three.
 */
export function countDiffering(words: Uint32Array, start: number, asked: Uint32Array): number {
  let count = 0;
  for (let from = 0; from < asked.length; from += groupsPerSum * 3) {
    const end = Math.min(asked.length, from + groupsPerSum * 3);
    let bytes = 0;
    for (let at = from; at < end; at += 3) {
      const a = (words[start + at] as number) ^ (asked[at] as number);
      const b = (words[start + at + 1] as number) ^ (asked[at + 1] as number);
      const c = (words[start + at + 2] as number) ^ (asked[at + 2] as number);
      let sums = a ^ b ^ c;
      let carries = (a & b) | ((a ^ b) & c);
      sums -= (sums >>> 1) & 0x55555555;
      carries -= (carries >>> 1) & 0x55555555;
      sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
      carries = (carries & 0x33333333) + ((carries >>> 2) & 0x33333333);
      // At most 4 + 2 · 4 in four bits.
      sums += carries << 1;
      bytes += (sums & 0x0f0f0f0f) + ((sums >>> 4) & 0x0f0f0f0f);
    }
    bytes = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
    count += (bytes & 0xffff) + (bytes >>> 16);
  }
  return count;
}
