import type { Edges } from "./page-frame.ts";

/** A letter that covers this share of the same letter before it is its second copy. */
const minCopyShare = 0.5;

/** Whether a letter is drawn over the one before. Both have the coordinates of PDF, with y upwards. */
export function isSecondCopy(before: Edges, letter: Edges): boolean {
  const width = Math.min(letter.right, before.right) - Math.max(letter.left, before.left);
  const height = Math.min(letter.top, before.top) - Math.max(letter.bottom, before.bottom);
  const area = (letter.right - letter.left) * (letter.top - letter.bottom);
  return width > 0 && height > 0 && width * height > minCopyShare * area;
}
