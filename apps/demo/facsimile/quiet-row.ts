/** The brightness of the pixels of a picture, row after row: four bytes for each, as a canvas gives them. */
type Pixels = { data: ArrayLike<number>; width: number; height: number };

/**
 * The row between two others, both included, that has least in it, nearest to `wanted`, in the middle of its gap: there a picture of text can be cut
 * without cutting letters.
 */
export function quietRow({ data, width, height }: Pixels, wanted: number, from: number, to: number): number {
  const first = Math.max(0, Math.ceil(Math.min(from, to)));
  const last = Math.min(height - 1, Math.floor(Math.max(from, to)));
  const unrests: number[] = [];
  let best = { row: Math.min(Math.max(Math.round(wanted), first), last), unrest: Number.POSITIVE_INFINITY };
  for (let row = first; row <= last; row += 1) {
    // Differences between neighbours, so that a grey or a coloured ground counts as nothing.
    let unrest = 0;
    for (let column = 1; column < width; column += 1) {
      const at = 4 * (row * width + column);
      const change = Math.abs((data[at + 1] ?? 0) - (data[at - 3] ?? 0));
      if (change > noise) unrest += change;
    }
    unrests[row] = unrest;
    const isNearer = Math.abs(row - wanted) < Math.abs(best.row - wanted);
    if (unrest < best.unrest || (unrest === best.unrest && isNearer)) best = { row, unrest };
  }
  // In the middle of the gap, not at the feet of the line above it.
  let [top, bottom] = [best.row, best.row];
  while (unrests[top - 1] === best.unrest) top -= 1;
  while (unrests[bottom + 1] === best.unrest) bottom += 1;
  return Math.round((top + bottom) / 2);
}

/** Differences of neighbouring pixels up to this are those of a scan or of JPEG. */
const noise = 12;
