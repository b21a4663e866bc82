import type { Edges } from "./page-frame.ts";

/** A letter that covers this share of the letter before, but not all of it, is its second copy. */
const minCopyShare = 0.5;

/** Whether a letter is drawn a second time beside itself. The letters of a ligature have all of their place in common. */
export function isSecondCopy(
  before: Edges,
  [left, top, right, bottom]: [number, number, number, number],
): boolean {
  const width = Math.min(right, before.right) - Math.max(left, before.left);
  const height = Math.min(top, before.top) - Math.max(bottom, before.bottom);
  const area = (right - left) * (top - bottom);
  const isSame = left === before.left && right === before.right && top === before.top;
  return !isSame && width > 0 && height > 0 && width * height > minCopyShare * area;
}
