/** Edges of a rectangle in points, y downwards. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** The smallest box around all; an empty list gives an empty box at the origin. */
export function around(boxes: Iterable<Box>): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return left > right ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
}

/** Length two intervals share; negative: the distance between them. */
export function overlap(startA: number, endA: number, startB: number, endB: number): number {
  return Math.min(endA, endB) - Math.max(startA, startB);
}

export function contains(box: Box, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

export function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

export const areaOf = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);

export const centreOf = (box: Box): [x: number, y: number] => [
  (box.left + box.right) / 2,
  (box.top + box.bottom) / 2,
];

/** Distance of two boxes along the axis on which they are further apart. Negative: they overlap. */
export const gapBetween = (a: Box, b: Box): number =>
  Math.max(-overlap(a.left, a.right, b.left, b.right), -overlap(a.top, a.bottom, b.top, b.bottom));
