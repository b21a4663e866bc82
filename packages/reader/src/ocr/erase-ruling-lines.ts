import type { RulingLine } from "./find-ruling-lines.ts";
import type { GreyPixels } from "./find-skew.ts";

/** Pixels beside a line that it shades: pictures are scaled, scanned and compressed. */
const shade = 2;
/** The ends of lines are hidden in the corners where they meet others. */
const corner = 5;
/** Where what lies beside a line is not brighter than it by this much, a letter crosses or touches it. */
const minContrast = 16;

/**
 * Paints lines over with the paper on their sides. Where a letter crosses a line or touches it, the line stays: a small
 * remainder does less harm than a letter without its foot.
 */
export function eraseRulingLines({ data, width, height }: GreyPixels, lines: readonly RulingLine[]): void {
  for (const line of lines) {
    const isLevel = line.direction === "horizontal";
    const [length, rows] = isLevel ? [width, height] : [height, width];
    const [along, across] = isLevel ? [1, width] : [width, 1];
    for (const { place, first, last } of bandOf(line, length)) {
      const before = Math.max(0, first - shade - 1);
      const after = Math.min(rows - 1, last + shade + 1);
      const valueAt = (at: number) => data[at * across + place * along] as number;
      let darkest = 255;
      for (let at = before + 1; at < after; at += 1) darkest = Math.min(darkest, valueAt(at));
      const [over, under] = [valueAt(before), valueAt(after)];
      if (Math.min(over, under) < darkest + minContrast) continue;
      for (let at = before + 1; at < after; at += 1)
        data[at * across + place * along] = 2 * at < before + after ? over : under;
    }
  }
}

/** From where to where the line reaches across itself, place by place. Breaks and ends are as what comes before them. */
function bandOf({ direction, pieces, ...box }: RulingLine, length: number) {
  const [lineStart, lineEnd] = direction === "horizontal" ? [box.left, box.right] : [box.top, box.bottom];
  const start = Math.max(0, lineStart - corner);
  const end = Math.min(length, lineEnd + corner);
  const first = new Int32Array(end - start).fill(-1);
  const last = new Int32Array(end - start);
  for (const piece of pieces) {
    for (let place = piece.start - start; place < piece.end - start; place += 1) {
      if (first[place] === -1 || piece.at < (first[place] as number)) first[place] = piece.at;
      if (piece.at > (last[place] as number)) last[place] = piece.at;
    }
  }
  const known = first.findIndex((at) => at !== -1);
  let [from, to] = [first[known] as number, last[known] as number];
  return Array.from(first, (at, index) => {
    if (at !== -1) [from, to] = [at, last[index] as number];
    return { place: start + index, first: from, last: to };
  });
}
