import { type Box, centreOf } from "./box.ts";

/** Moves a box around the middle of a page by an angle in degrees, clockwise. The box stays upright and keeps its size. */
export function turnBox<T extends Box>(box: T, degrees: number, page: { width: number; height: number }): T {
  if (degrees === 0) return box;
  const angle = (degrees * Math.PI) / 180;
  const [centreX, centreY] = centreOf(box);
  const [x, y] = [centreX - page.width / 2, centreY - page.height / 2];
  const right = x * Math.cos(angle) - y * Math.sin(angle) - x;
  const down = x * Math.sin(angle) + y * Math.cos(angle) - y;
  return {
    ...box,
    left: box.left + right,
    right: box.right + right,
    top: box.top + down,
    bottom: box.bottom + down,
  };
}
