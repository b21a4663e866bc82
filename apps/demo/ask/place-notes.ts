export type WantedNote = {
  /** Where the note's first line should stand, in px from the top of the turn. */
  top: number;
  height: number;
};

/**
 * Tops of sidenotes in px: each at its marker's line, pushed down where the note before it is still speaking. Notes come
 * in the order of their markers and keep it.
 */
export function placeNotes(notes: readonly WantedNote[], gap: number): number[] {
  let free = 0;
  return notes.map(({ top, height }) => {
    const placed = Math.max(free, Math.round(top));
    free = placed + height + gap;
    return placed;
  });
}
