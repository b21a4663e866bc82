import type { Box } from "../../layout/page/box.ts";

/** How surely each pixel of a picture belongs to a line of text, 0 to 1, row by row. */
export type TextMap = { data: Float32Array; width: number; height: number };

/** A pixel above it belongs to a line. */
const minPixel = 0.3;
/** A line is that sure on average. */
const minLine = 0.5;
/** The detector marks the middle of a line. The line is larger by this share of area through circumference, on each side. */
const growth = 1.6;
/** In pixels of the map, before it grows. */
const minSide = 3;

/** The lines of text in a map: its connected parts. What they answer lies within the map. */
export function findLines({ data, width, height }: TextMap): Box[] {
  const seen = new Uint8Array(data.length);
  const queue = new Int32Array(data.length);
  const lines: Box[] = [];
  for (let first = 0; first < data.length; first += 1) {
    if (seen[first] === 1 || (data[first] as number) <= minPixel) continue;
    let [left, top, right, bottom, sum, end] = [width, height, 0, 0, 0, 1];
    queue[0] = first;
    seen[first] = 1;
    const visit = (at: number) => {
      if (seen[at] === 1 || (data[at] as number) <= minPixel) return;
      seen[at] = 1;
      queue[end++] = at;
    };
    for (let next = 0; next < end; next += 1) {
      const at = queue[next] as number;
      const x = at % width;
      const y = (at - x) / width;
      sum += data[at] as number;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      if (x > 0) visit(at - 1);
      if (x + 1 < width) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y + 1 < height) visit(at + width);
    }
    const [across, down] = [right - left, bottom - top];
    if (Math.min(across, down) < minSide || sum / end < minLine) continue;
    const grown = (growth * across * down) / (2 * (across + down));
    lines.push({
      left: Math.max(0, left - grown),
      top: Math.max(0, top - grown),
      right: Math.min(width, right + grown),
      bottom: Math.min(height, bottom + grown),
    });
  }
  return lines;
}
